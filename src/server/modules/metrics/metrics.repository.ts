import { count, gt, isNull, min, sql, sum } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, cardTries, charges, leases, outbox, paymentTroubles } from '@/db/schema';

const HOUR_MS = 3_600_000;

/** Figures for the operator: counts only, of all processes together. */
export async function readFigures(orm: Queryable, now: number) {
  const [statuses, chargeStates, [waiting], owners, [troubles], [cards]] = await Promise.all([
    orm
      .select({ status: appointments.status, count: count() })
      .from(appointments)
      .groupBy(appointments.status),
    orm.select({ state: charges.state, count: count() }).from(charges).groupBy(charges.state),
    orm
      .select({ count: count(), oldest: min(outbox.createdAt) })
      .from(outbox)
      .where(isNull(outbox.sentAt)),
    orm.select({ expiresAt: leases.expiresAt }).from(leases),
    orm
      .select({
        refused: sum(paymentTroubles.count).mapWith(Number),
        standing: sql<number>`count(*) filter (where ${paymentTroubles.endedAt} is null)`,
      })
      .from(paymentTroubles),
    orm
      .select({ tried: count(), declined: count(cardTries.declinedAt) })
      .from(cardTries)
      .where(gt(cardTries.at, now - HOUR_MS)),
  ]);
  return {
    appointments: statuses,
    charges: chargeStates,
    payments: { refused: troubles?.refused ?? 0, standing: troubles?.standing ?? 0 },
    outbox: { waiting: waiting?.count ?? 0, oldest: waiting?.oldest ?? null },
    /** Of the last hour. */
    cards: { tried: cards?.tried ?? 0, declined: cards?.declined ?? 0 },
    jobsHeldUntil: owners[0]?.expiresAt ?? null,
  };
}
