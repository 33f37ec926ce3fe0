import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, charges, paymentTroubles, refunds } from '@/db/schema';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';

/** Counts one more refusal. If the trouble had ended, it starts over. */
export function countTrouble(
  db: Db,
  row: { id: string; appointmentId: string | null; reason: string; now: number },
) {
  const { id, appointmentId, reason, now } = row;
  return db.write((orm) =>
    orm
      .insert(paymentTroubles)
      .values({ id, appointmentId, reason, since: now, seenAt: now })
      .onConflictDoUpdate({
        target: paymentTroubles.id,
        set: {
          reason,
          count: sql`${paymentTroubles.count} + 1`,
          since: sql`case when ${paymentTroubles.endedAt} is null then ${paymentTroubles.since} else ${now} end`,
          seenAt: now,
          endedAt: null,
        },
      }),
  );
}

/** A query of one value: 0 while there is a trouble, otherwise null. */
export const CURRENT_TROUBLE = sql`select 0 from ${paymentTroubles}
  where ${paymentTroubles.endedAt} is null limit 1`;

/** Selects current troubles, oldest first, with the codes of their appointments. */
export function selectCurrentTroubles(orm: Queryable) {
  return orm
    .select({
      id: paymentTroubles.id,
      reason: paymentTroubles.reason,
      since: paymentTroubles.since,
      appointmentId: paymentTroubles.appointmentId,
      publicCode: appointments.publicCode,
    })
    .from(paymentTroubles)
    .leftJoin(appointments, eq(appointments.id, paymentTroubles.appointmentId))
    .where(isNull(paymentTroubles.endedAt))
    .orderBy(asc(paymentTroubles.since), asc(paymentTroubles.id))
    .limit(50);
}

/** Ends a trouble if it hasn't occurred again after `until` (ms). */
export function endTrouble(db: Db, id: string, until: number) {
  return db.write((orm) =>
    orm
      .update(paymentTroubles)
      .set({ endedAt: until })
      .where(
        and(
          eq(paymentTroubles.id, id),
          isNull(paymentTroubles.endedAt),
          sql`${paymentTroubles.seenAt} <= ${until}`,
        ),
      ),
  );
}

/** Ends the troubles of charges and refunds that succeeded or need a person. */
export function endSettledTroubles(db: Db, now: number) {
  const unfinished = sql.join(
    UNFINISHED_CHARGE_STATES.map((state) => sql`${state}`),
    sql`, `,
  );
  return db.write((orm) =>
    orm
      .update(paymentTroubles)
      .set({ endedAt: now })
      .where(
        and(
          isNull(paymentTroubles.endedAt),
          sql`${paymentTroubles.appointmentId} is not null`,
          sql`not exists (select 1 from ${charges} where ${paymentTroubles.id} = 'charge:' || ${charges.id} and ${charges.state} in (${unfinished}))`,
          sql`not exists (select 1 from ${refunds} where ${paymentTroubles.id} = 'refund:' || ${refunds.id} and ${refunds.state} = 'due')`,
        ),
      ),
  );
}
