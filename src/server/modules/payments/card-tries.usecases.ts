import { type Guard, untilHeld } from '@/db/guarded-batch';
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
  markDeclined,
  recordDeclineOf,
  selectTries,
  selectTry,
  triesAreAsSeen,
} from './card-tries.repository';

/** Tries older than this count for nothing but an appointment that still takes a card. */
const FORGET_AFTER_MS = 30 * 24 * 3_600_000;

/** The tries that count for a card, as they were read. */
export type SeenTries = { tries: Awaited<ReturnType<typeof selectTries>>; since: number };

/** From when on tries count at `now` (ms). */
export const triesCountSince = (now: number) => now - TRIES_COUNT_MS;

/** A card that is about to be counted, in the write that its guard is for. */
export type CountedCard = {
  row: Parameters<typeof insertTry>[1];
  /** No other card was counted meanwhile; undefined where nothing limits this one. */
  guard: Guard | undefined;
};

/**
 * One more card for an appointment, to be counted before the browser gets a secret for it. Throws
 * `rate_limited` where too many cards were tried or declined.
 *
 * @param card names the card among those of its appointment; the same again counts once
 */
export function countedCard(
  deps: Deps,
  appointment: AppointmentRow,
  { card, sender, seen }: { card: string; sender: Sender | null; seen: SeenTries },
): CountedCard {
  const by = triedBy(deps, appointment, addressMark(deps.settings, sender?.address ?? null));
  const { appointment: appointmentId, ...others } = by;
  const id = `${appointment.id}:${card}`;
  const row = { id, appointmentId, ...others, at: deps.clock.now() };
  const isKnown = seen.tries.some((known) => known.id === id);
  if (!sender || deps.settings.limitFactor === 0 || isKnown) return { row, guard: undefined };
  const refusal = refusalOf(deps, seen.tries, by, isFromOwnNetwork(sender.address));
  if (refusal) throw oneTooMany(deps, appointmentId, refusal);
  return { row, guard: triesAreAsSeen(appointmentId, seen.tries, seen.since) };
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
  const now = deps.clock.now();
  await markDeclined(deps.db, appointment.id, now);
  const since = triesCountSince(now);
  await untilHeld(async () => {
    const tries = await selectTries(deps.db.orm, appointment.id, since);
    const seen = { tries, since };
    const { row, guard } = countedCard(deps, appointment, { card, sender, seen });
    const taken = await deps.db.write((orm) => insertTry(orm, row, guard));
    return guard === undefined || taken.length > 0 || null;
  });
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
