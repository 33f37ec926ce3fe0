import { untilHeld } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import {
  type CardRefusal,
  type CardTry,
  cardRefusalText,
  refuseCard,
  TRIES_COUNT_MS,
  type TriedBy,
} from '@/domain/payment/card-tries';
import type { AnyCall, Sender } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { findAppointment } from '../appointments/appointments.repository';
import { isFromOwnNetwork } from '../limits/addresses';
import { addressMark, phoneMark } from '../limits/marks';
import {
  deleteOldTries,
  insertTry,
  insertTryIfUnseen,
  markDeclined,
  recordDeclineOf,
  selectTries,
  selectTry,
} from './card-tries.repository';

/** Tries older than this count for nothing but an appointment that still takes a card. */
const FORGET_AFTER_MS = 30 * 24 * 3_600_000;

/** The tries that count for a card, as they were read. */
export type SeenTries = { tries: Awaited<ReturnType<typeof selectTries>>; since: number };

/** From when on tries count at `now` (ms). */
export const triesCountSince = (now: number) => now - TRIES_COUNT_MS;

/**
 * Counts one more card for an appointment, before the browser gets a secret for it. Throws
 * `rate_limited` where too many cards were tried or declined.
 *
 * @param card names the card among those of its appointment; the same again counts once
 * @param seen the tries, where they were read before
 */
export async function takeCardTry(
  { deps }: AnyCall,
  appointment: AppointmentRow,
  card: string,
  sender: Sender | null,
  seen?: SeenTries,
): Promise<void> {
  const now = deps.clock.now();
  const id = `${appointment.id}:${card}`;
  const by = triedBy(deps, appointment, addressMark(deps.settings, sender?.address ?? null));
  const { appointment: appointmentId, ...others } = by;
  const row = { id, appointmentId, ...others, at: now };
  if (!sender || deps.settings.limitFactor === 0) {
    await deps.db.write((orm) => insertTry(orm, row));
    return;
  }
  const since = seen?.since ?? triesCountSince(now);
  let known = seen?.tries;
  await untilHeld(async () => {
    const tries = known ?? (await selectTries(deps.db.orm, appointmentId, since));
    known = undefined;
    if (tries.some((known) => known.id === id)) return true;
    const refusal = refusalOf(deps, tries, by, isFromOwnNetwork(sender.address));
    if (refusal) throw oneTooMany(deps, appointmentId, refusal);
    const taken = await deps.db.write((orm) => insertTryIfUnseen(orm, row, tries, since));
    return taken.length > 0 || null;
  });
}

/**
 * Counts the card after a declined one, which the same SetupIntent takes. The decline is noted here,
 * because Stripe's event of it may be late.
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
  await takeCardTry({ deps }, appointment, card, sender);
}

/** Why the person may try no other card now; null where they may. */
export function refusalOf(deps: Deps, tries: CardTry[], by: TriedBy, isOwnNetwork: boolean) {
  const { limitFactor: factor } = deps.settings;
  return refuseCard(tries, by, { now: deps.clock.now(), factor, isOwnNetwork });
}

/** The refusal that the person hears. */
export function oneTooMany(deps: Deps, appointment: string, refusal: CardRefusal): DomainError {
  deps.log.warn('a card was refused for being one too many', { appointment });
  const { waitMs } = refusal;
  return new DomainError('rate_limited', cardRefusalText(refusal), {
    ...(waitMs !== null && { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } }),
  });
}

/** By whom the cards of an appointment are counted. */
export function triedBy(
  { settings }: Deps,
  { id, userId, customerPhone }: AppointmentRow,
  address: string | null,
): TriedBy {
  const phone = phoneMark(settings, customerPhone);
  return { appointment: id, account: userId, phone, address };
}

/**
 * Stripe tells that a card was declined: it counts. Where no other card may follow at once, the
 * SetupIntent is cancelled, so that its secret takes no card that we do not count.
 */
export async function countDecline(
  { deps }: AnyCall,
  event: { id: string; setupIntentId: string },
): Promise<void> {
  const intent = await deps.payments.retrieveSetupIntent(event.setupIntentId);
  const appointment =
    intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!appointment) return;
  const now = deps.clock.now();
  const before = await selectTries(deps.db.orm, appointment.id, triesCountSince(now));
  const own = before.find((one) => one.appointment === appointment.id);
  const by = triedBy(deps, appointment, own?.address ?? null);
  const isCurrent = appointment.setupIntentId === intent.id;
  await recordDeclineOf(deps.db, { event: event.id, isCurrent, by, now });
  if (intent.status !== 'open' || !intent.refusal) return;
  const tries = await selectTries(deps.db.orm, appointment.id, triesCountSince(now));
  if (refusalOf(deps, tries, by, true)) await deps.payments.cancelSetupIntent(intent.id);
}

/** Deletes tries that count for nothing any more. */
export function forgetCardTries({ deps }: AnyCall): Promise<unknown> {
  return deleteOldTries(deps.db, deps.clock.now() - FORGET_AFTER_MS);
}
