import { type Guard, retryOnConflict } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import {
  type CardRefusal,
  type CardTry,
  cardRefusalText,
  refuseCard,
  type TriedBy,
} from '@/domain/payment/card-tries';
import type { AnyCall, Sender } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { columnOf, findAppointment } from '../../appointments/appointments.repository';
import { dueIfAny } from '../../leases/leases.repository';
import { isFromOwnNetwork } from '../../limits/addresses';
import { addressMark, phoneFingerprint } from '../../limits/fingerprints';
import {
  type CountedFor,
  deleteOldTries,
  insertTry,
  markDeclined,
  recordDeclineOf,
  selectOldTries,
  selectTries,
  selectTry,
  triesAreAsSeen,
} from './card-tries.repository';

/** Older tries only matter to an appointment that can still get a card. */
const FORGET_AFTER_MS = 30 * 24 * 3_600_000;

type Tries = Awaited<ReturnType<typeof selectTries>>;
/** The tries that count for a card, as read. */
export type SeenTries = { tries: Tries; countedFor: CountedFor };

/**
 * Whose tries count for an appointment that is read in the same query. The phone number is the one
 * it was booked with.
 */
export const countedForId = ({ clock }: Deps, id: string): CountedFor => ({
  appointment: id,
  account: columnOf(id, 'userId'),
  phone: columnOf(id, 'heldByPhone'),
  now: clock.now(),
});

/** Whose tries count for an appointment that was read. */
function countedFor(deps: Deps, row: AppointmentRow): CountedFor {
  const { appointment, account, phone } = triedBy(deps, row, null);
  return { appointment, account, phone, now: deps.clock.now() };
}

/** Reads the tries that count for an appointment. */
export async function readTries(deps: Deps, row: AppointmentRow): Promise<SeenTries> {
  const of = countedFor(deps, row);
  return { tries: await selectTries(deps.db.orm, of), countedFor: of };
}

/**
 * Returns the tries that were read along with the appointment. If the appointment's phone number has
 * changed since it was booked, reads them again.
 */
export async function triesReadWith(
  deps: Deps,
  row: AppointmentRow,
  { tries, now }: { tries: Tries; now: number },
): Promise<SeenTries> {
  const of = { ...countedFor(deps, row), now };
  return of.phone === row.heldByPhone ? { tries, countedFor: of } : readTries(deps, row);
}

/** A card to count in the write that its guard protects. */
export type CountedCard = {
  row: Parameters<typeof insertTry>[1];
  /** Guards that no other card was counted since the read. Undefined if there's no limit. */
  guard: Guard | undefined;
};

/**
 * Counts one more card for an appointment, before the browser gets a secret for it.
 *
 * @param card identifies the card within its appointment. The same card counts once
 * @throws `rate_limited` after too many tried or declined cards
 */
export function countedCard(
  deps: Deps,
  appointment: AppointmentRow,
  { card, sender, seen }: { card: string; sender: Sender | null; seen: SeenTries },
): CountedCard {
  const by = triedBy(deps, appointment, addressMark(deps.settings, sender?.address ?? null));
  const { appointment: _, ...others } = by;
  const id = `${appointment.id}:${card}`;
  const row = { id, appointmentId: appointment.id, ...others, at: deps.clock.now() };
  return { row, guard: withinLimits(deps, { id, by, sender, seen }) };
}

/**
 * Checks one more card against the limits.
 *
 * @param card.id the card's own ID. The same card counts once
 * @returns a guard for the write that counts it. Undefined if there's no limit
 * @throws `rate_limited` after too many tried or declined cards
 */
export function withinLimits(
  deps: Deps,
  { id, by, sender, seen }: { id: string; by: TriedBy; sender: Sender | null; seen: SeenTries },
): Guard | undefined {
  const isKnown = seen.tries.some((known) => known.id === id);
  if (!sender || deps.settings.limitFactor === 0 || isKnown) return undefined;
  const refusal = refusalOf(deps, seen.tries, by, isFromOwnNetwork(sender.address));
  if (refusal) throw tooManyCardTries(deps, by.appointment, refusal);
  return triesAreAsSeen(seen.countedFor, seen.tries);
}

/**
 * Counts the next card after a declined one, since a SetupIntent accepts several. The decline is
 * recorded here, because Stripe's event may be late.
 */
export async function takeNextCardTry(
  { deps }: AnyCall,
  appointment: AppointmentRow,
  declined: { attemptId: string },
  sender: Sender | null,
): Promise<void> {
  const card = `${appointment.setupAttempt}:${declined.attemptId}`;
  const [known] = await selectTry(deps.db.orm, `${appointment.id}:${card}`);
  if (known) return;
  await markDeclined(deps.db, appointment.id, deps.clock.now());
  await retryOnConflict(async () => {
    const seen = await readTries(deps, appointment);
    const { row, guard } = countedCard(deps, appointment, { card, sender, seen });
    const taken = await deps.db.write((orm) => insertTry(orm, row, guard));
    return guard === undefined || taken.length > 0 || null;
  });
}

/** Returns why the person may not try another card now, or null if they may. */
export function refusalOf(deps: Deps, tries: CardTry[], by: TriedBy, isOwnNetwork: boolean) {
  const { limitFactor: factor } = deps.settings;
  return refuseCard(tries, by, { now: deps.clock.now(), factor, isOwnNetwork });
}

/** The error that the person sees. */
export function tooManyCardTries(
  deps: Deps,
  appointment: string | null,
  refusal: CardRefusal,
): DomainError {
  deps.log.warn('a card was refused because of too many attempts', { appointment });
  const { waitMs } = refusal;
  return new DomainError('rate_limited', cardRefusalText(refusal), {
    ...(waitMs !== null && { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } }),
  });
}

/** The appointment, account, phone, and address that an appointment's cards are counted for. */
export function triedBy(
  { settings }: Deps,
  { id, userId, customerPhone }: AppointmentRow,
  address: string | null,
): TriedBy & { appointment: string } {
  const phone = phoneFingerprint(settings, customerPhone);
  return { appointment: id, account: userId, phone, address };
}

/**
 * Counts a card that Stripe declined. If no other card may follow now, the SetupIntent is
 * cancelled, so that its secret can't be used for cards we don't count.
 */
export async function countDecline(
  { deps }: AnyCall,
  event: string,
  intent: SetupIntentView,
): Promise<void> {
  const appointment =
    intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!appointment) return;
  const now = deps.clock.now();
  const { tries: before } = await readTries(deps, appointment);
  const own = before.find((one) => one.appointment === appointment.id);
  const by = triedBy(deps, appointment, own?.address ?? null);
  const isCurrent = appointment.setupIntentId === intent.id;
  await recordDeclineOf(deps.db, { event, isCurrent, by, now });
  if (intent.status !== 'open' || !intent.refusal) return;
  const { tries } = await readTries(deps, appointment);
  if (refusalOf(deps, tries, by, true)) await deps.payments.cancelSetupIntent(intent.id);
}

/** Returns true if `forgetCardTries` has anything to delete. */
export const cardTriesToForget = ({ deps: { db, clock } }: AnyCall) =>
  dueIfAny(...selectOldTries(db.orm, clock.now() - FORGET_AFTER_MS));

/** Deletes tries that no longer count. */
export function forgetCardTries({ deps }: AnyCall): Promise<unknown> {
  return deleteOldTries(deps.db, deps.clock.now() - FORGET_AFTER_MS);
}
