import { and, count, gt, inArray, isNull, min, sql, sum } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import {
  appointments,
  cardTries,
  charges,
  disputes,
  leases,
  outbox,
  paymentTroubles,
} from '@/db/schema';
import { DISPUTES_TO_ANSWER } from '@/domain/payment/dispute';

const HOUR_MS = 3_600_000;

/** Figures for the operator: counts only, of all processes together. */
export async function readFigures(orm: Queryable, now: number) {
  const [statuses, chargeStates, [waiting], owners, [troubles], [cards], [disputed]] =
    await Promise.all([
      orm
        .select({ status: appointments.status, count: count() })
        .from(appointments)
        .groupBy(appointments.status),
      orm.select({ state: charges.state, count: count() }).from(charges).groupBy(charges.state),
      orm
        .select({ count: count(), oldest: min(outbox.createdAt) })
        .from(outbox)
        .where(and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))),
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
      orm
        .select({ toAnswer: count(), firstDueBy: min(disputes.dueBy) })
        .from(disputes)
        .where(inArray(disputes.status, [...DISPUTES_TO_ANSWER])),
    ]);
  return {
    appointments: statuses,
    charges: chargeStates,
    payments: { refused: troubles?.refused ?? 0, standing: troubles?.standing ?? 0 },
    outbox: { waiting: waiting?.count ?? 0, oldest: waiting?.oldest ?? null },
    /** Of the last hour. */
    cards: { tried: cards?.tried ?? 0, declined: cards?.declined ?? 0 },
    disputes: { toAnswer: disputed?.toAnswer ?? 0, firstDueBy: disputed?.firstDueBy ?? null },
    jobsHeldUntil: owners[0]?.expiresAt ?? null,
  };
}
