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
import { CHARGE_CLAIM_MS } from '@/domain/policy';
import { selectAppointment } from '../../appointments/appointments.repository';
import { type ChargeRow, selectCharge, selectCharges } from './charges.repository';

/** An appointment with all of its charges, read at one moment. */
export type Debts = { appointment: AppointmentRow; charges: readonly ChargeRow[] };
/** One charge along with its appointment's other charges. */
export type Debt = Debts & { charge: ChargeRow };

/** Selects an appointment and its charges, for one read or as the view of a batch. */
export const selectDebts = (orm: Queryable, appointmentId: string) =>
  [selectAppointment(orm, appointmentId), selectCharges(orm, appointmentId)] as const;

const NEVER: Guard = sql`false`;

type DebtsView = readonly [AppointmentRow[], ChargeRow[]];

/** Returns an appointment and its current charges, or null if it doesn't exist. */
export async function findDebts(db: Db, appointmentId: string): Promise<Debts | null> {
  const [[appointment], charges] = await db.read((orm) => selectDebts(orm, appointmentId));
  return appointment ? { appointment, charges } : null;
}

/** Claims an appointment's current charge for one worker, unless another worker has it. */
function takeCharge(orm: Queryable, appointmentId: string, now: number, onlyIf?: Guard) {
  return orm
    .update(charges)
    .set({ nextAttemptAt: now + CHARGE_CLAIM_MS })
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
 * Claims an appointment's current charge for one worker and reads it. Claims only save work. What
 * prevents a second payment are the idempotency keys.
 * @returns null if another worker has the charge, it waits for a person, or charges are paused
 * after a restore
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

/** Claims the charge in the write that makes it due, so that no extra round trip is needed. */
export const claimingCharge =
  (appointmentId: string, now: number): ConditionalWrite =>
  (orm, onlyIf) =>
    takeCharge(orm, appointmentId, now, onlyIf);

/**
 * Returns the charge that `claimingCharge` claimed at `now`, from the view of its batch, or null if
 * it claimed none.
 */
export function claimedIn([[appointment], charges]: DebtsView, now: number): Debt | null {
  const isTaken = ({ state, nextAttemptAt }: ChargeRow) =>
    UNFINISHED_CHARGE_STATES.includes(state) && nextAttemptAt === now + CHARGE_CLAIM_MS;
  const charge = charges.find(isTaken);
  return charge && appointment ? { charge, appointment, charges } : null;
}

/** Guards that the charge has no PaymentIntent yet, or still has the one that is being replaced. */
function takesIntent({ paymentIntentId: before }: ChargeRow, paymentIntentId: string): Guard {
  if (before === null) return isNull(charges.paymentIntentId);
  if (before === paymentIntentId) return NEVER;
  return sql`(${charges.paymentIntentId} = ${before} and ${notInArray(charges.state, [...SETTLED_CHARGE_STATES])})`;
}

/**
 * Stores a charge's PaymentIntent, and on the appointment that of its first charge. Begins the next
 * attempt if the charge allows one and no other worker has begun it since the read.
 *
 * @param paymentIntentId replaces the PaymentIntent that was read only if Stripe cancelled that one
 * @param beginsAt when the attempt begins (ms), or null to begin none
 * @returns the debts afterward, and whether the attempt was begun. If another worker stored a
 *   PaymentIntent first, the charge keeps that one and no attempt is begun
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
  if (!after?.paymentIntentId || !appointment) throw new Error("the charge doesn't exist");
  return { debt: { charge: after, appointment, charges: all }, hasBegun: begun.length > 0 };
}

/** Sets when the sweeper checks a charge again (ms), without changing its state. */
export function postponeCharge(db: Db, id: string, nextAttemptAt: number) {
  return db.write((orm) => orm.update(charges).set({ nextAttemptAt }).where(eq(charges.id, id)));
}

/**
 * Postpones a charge that Stripe didn't answer, and stores the time of the first missing answer.
 */
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

/**
 * Postpones a charge whose request Stripe refused. It counts as sent, so Stripe is checked before
 * the next try.
 */
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
