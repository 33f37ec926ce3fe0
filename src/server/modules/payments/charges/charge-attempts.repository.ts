import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import { notRestored } from '@/db/restore-mark';
import { type AppointmentRow, appointments, charges } from '@/db/schema';
import {
  chargeStatesBefore,
  SETTLED_CHARGE_STATES,
  UNFINISHED_CHARGE_STATES,
} from '@/domain/payment/charge';
import { selectAppointment } from '../../appointments/appointments.repository';
import { type ChargeRow, selectCharge, selectCharges } from './charges.repository';

/** An appointment with all of its charges, as of one moment. */
export type Debts = { appointment: AppointmentRow; charges: readonly ChargeRow[] };
/** One of the charges, with all of them. */
export type Debt = Debts & { charge: ChargeRow };

/** An appointment and its charges, for one read or as the view of a batch. */
export const selectDebts = (orm: Queryable, appointmentId: string) =>
  [selectAppointment(orm, appointmentId), selectCharges(orm, appointmentId)] as const;

const NEVER: Guard = sql`false`;

type DebtsView = readonly [AppointmentRow[], ChargeRow[]];

/** An appointment and its charges, as they stand now; null where there is none. */
export async function findDebts(db: Db, appointmentId: string): Promise<Debts | null> {
  const [[appointment], charges] = await db.read((orm) => selectDebts(orm, appointmentId));
  return appointment ? { appointment, charges } : null;
}

/** How long (ms) a worker may keep a charge before another takes it up. */
const CLAIM_MS = 10_000;

/** Takes the charge that speaks for an appointment for one worker; a row for it, unless one has it. */
function takeCharge(orm: Queryable, appointmentId: string, now: number, onlyIf?: Guard) {
  return orm
    .update(charges)
    .set({ nextAttemptAt: now + CLAIM_MS })
    .where(
      and(
        inArray(charges.id, sql`(select id from (${selectCharge(orm, appointmentId)}))`),
        inArray(charges.state, [...UNFINISHED_CHARGE_STATES]),
        notRestored,
        or(isNull(charges.nextAttemptAt), lte(charges.nextAttemptAt, now)),
        onlyIf,
      ),
    );
}

/**
 * Takes the charge that speaks for an appointment for one worker, and reads it; null where another
 * worker has it, where it waits for people, or where all charges wait after a restore. This only
 * saves work: the idempotency keys keep a charge single.
 */
export async function claimCharge(
  db: Db,
  appointmentId: string,
  now: number,
): Promise<Debt | null> {
  const [[taken], [appointment], all] = await db.batch(
    (orm) =>
      [
        takeCharge(orm, appointmentId, now).returning({ id: charges.id }),
        ...selectDebts(orm, appointmentId),
      ] as const,
  );
  const charge = all.find(({ id }) => id === taken?.id);
  return charge && appointment ? { charge, appointment, charges: all } : null;
}

/** The same in the write that makes the charge due, which reads the debts behind it. */
export const claimingCharge =
  (appointmentId: string, now: number): ConditionalWrite =>
  (orm, onlyIf) =>
    takeCharge(orm, appointmentId, now, onlyIf);

/** What `claimingCharge` took at `now`, by the view of its batch; null where it took none. */
export function claimedIn([[appointment], charges]: DebtsView, now: number): Debt | null {
  const isTaken = ({ state, nextAttemptAt }: ChargeRow) =>
    UNFINISHED_CHARGE_STATES.includes(state) && nextAttemptAt === now + CLAIM_MS;
  const charge = charges.find(isTaken);
  return charge && appointment ? { charge, appointment, charges } : null;
}

/** A guard: the charge has no PaymentIntent, or still the one that another is to take the place of. */
function takesIntent({ paymentIntentId: before }: ChargeRow, paymentIntentId: string): Guard {
  if (before === null) return isNull(charges.paymentIntentId);
  if (before === paymentIntentId) return NEVER;
  return sql`(${charges.paymentIntentId} = ${before} and ${notInArray(charges.state, [...SETTLED_CHARGE_STATES])})`;
}

/**
 * Gives a charge its PaymentIntent, and the appointment that of its first charge; and begins the next
 * attempt on it, where the charge may begin one and no other worker did since it was read.
 *
 * @param paymentIntentId takes the place of the one that was read only if that was cancelled at Stripe
 * @param beginsAt when the attempt begins (ms); null where none is to begin
 * @returns the debts afterwards, and whether the attempt was begun. Where another worker brought a
 *   PaymentIntent first, the charge has that one, and no attempt was begun
 */
export async function keepPaymentIntent(
  db: Db,
  { appointment: { id: appointmentId }, charge }: Pick<Debt, 'appointment' | 'charge'>,
  { paymentIntentId, beginsAt }: { paymentIntentId: string; beginsAt: number | null },
): Promise<{ debt: Debt; hasBegun: boolean }> {
  const { id } = charge;
  const kept = sql`(select ${charges.paymentIntentId} from ${charges} where ${charges.id} = ${id})`;
  const from = charge.state === 'unknown' ? ['unknown' as const] : chargeStatesBefore('unknown');
  const [, , begun, [appointment], all] = await db.batch(
    (orm) =>
      [
        orm
          .update(charges)
          .set({ paymentIntentId })
          .where(and(eq(charges.id, id), takesIntent(charge, paymentIntentId))),
        orm
          .update(appointments)
          .set({ paymentIntentId: kept })
          .where(
            and(
              eq(appointments.id, appointmentId),
              charge.sequence === 1 ? sql`${appointments.paymentIntentId} is not ${kept}` : NEVER,
            ),
          ),
        orm
          .update(charges)
          .set({ state: 'unknown', attempt: charge.attempt + 1, updatedAt: beginsAt ?? 0 })
          .where(
            and(
              eq(charges.id, id),
              eq(charges.paymentIntentId, paymentIntentId),
              inArray(charges.state, from),
              eq(charges.attempt, charge.attempt),
              beginsAt === null ? NEVER : undefined,
            ),
          )
          .returning({ id: charges.id }),
        ...selectDebts(orm, appointmentId),
      ] as const,
  );
  const after = all.find((one) => one.id === id);
  if (!after?.paymentIntentId || !appointment) throw new Error('the charge is not there');
  return { debt: { charge: after, appointment, charges: all }, hasBegun: begun.length > 0 };
}

/** Sets when the sweeper looks at a charge again (ms), without changing its state. */
export function putOffCharge(db: Db, id: string, nextAttemptAt: number) {
  return db.write((orm) => orm.update(charges).set({ nextAttemptAt }).where(eq(charges.id, id)));
}

/** The same for one whose call to Stripe got no answer, and since when that is so. */
export function putOffUnanswered(
  db: Db,
  id: string,
  { now, nextAttemptAt }: { now: number; nextAttemptAt: number },
) {
  return db.write((orm) =>
    orm
      .update(charges)
      .set({ nextAttemptAt, unansweredSince: sql`coalesce(${charges.unansweredSince}, ${now})` })
      .where(and(eq(charges.id, id), inArray(charges.state, [...UNFINISHED_CHARGE_STATES]))),
  );
}

/** The same for a charge whose request Stripe refused: it counts as sent. */
export function leaveUnanswered(
  db: Db,
  id: string,
  { now, nextAttemptAt }: { now: number; nextAttemptAt: number },
) {
  return db.write((orm) =>
    orm
      .update(charges)
      .set({
        unansweredSince: sql`coalesce(${charges.unansweredSince}, ${now})`,
        state: sql`case when ${charges.state} = 'due' then 'unknown' else ${charges.state} end`,
        attempt: sql`max(${charges.attempt}, 1)`,
        nextAttemptAt,
      })
      .where(and(eq(charges.id, id), inArray(charges.state, [...UNFINISHED_CHARGE_STATES]))),
  );
}
