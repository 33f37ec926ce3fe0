import type { AnyCall } from '@/server/config/call';
import { expireHolds, holdsToExpire } from '@/server/modules/appointments/hold-expiry.usecases';
import { keepLinks, linksToKeep } from '@/server/modules/appointments/keep-links.usecases';
import { sealAudit } from '@/server/modules/audit/seal.usecases';
import { WAITING_SEAL } from '@/server/modules/audit/seals.repository';
import {
  deleteExpiredChallenges,
  selectExpiredChallenge,
} from '@/server/modules/auth/challenges.repository';
import { resealApps } from '@/server/modules/auth/reseal.usecases';
import {
  deleteExpiredSessions,
  selectExpiredSession,
} from '@/server/modules/auth/sessions.repository';
import { NEXT_BULK_WORK } from '@/server/modules/bulk-changes/bulk-changes.repository';
import { runBulkChanges } from '@/server/modules/bulk-changes/run.usecases';
import { forgetMerges, mergesToForget } from '@/server/modules/customers/merge-customers.usecases';
import { watchLoads } from '@/server/modules/deliveries/loads/watch-loads.usecases';
import { eveningToHandle, remindOfTomorrow } from '@/server/modules/evening/evening.usecases';
import { type DueTime, dueIfAny } from '@/server/modules/leases/leases.repository';
import { deletePastLimits, selectPastLimit } from '@/server/modules/limits/limits.repository';
import {
  CHANGED_SINCE_FORGETTING,
  forgetOldChanges,
} from '@/server/modules/live/changes.repository';
import { forgetPastTurns, turnsToForget } from '@/server/modules/messages/turns';
import { NEXT_MESSAGE } from '@/server/modules/outbox/outbox.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import {
  customersToForget,
  forgetCustomers,
} from '@/server/modules/own-data/forget-customers.usecases';
import {
  dataToForget,
  forgetDeletedWords,
  forgetOldData,
} from '@/server/modules/own-data/retention.usecases';
import {
  cardTriesToForget,
  forgetCardTries,
} from '@/server/modules/payments/cards/card-tries.usecases';
import {
  oneTimeCardsToRemove,
  removeOneTimeCards,
} from '@/server/modules/payments/cards/one-time-cards.usecases';
import { NEXT_CHARGE } from '@/server/modules/payments/charges/charges.repository';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { NEXT_CASH_TO_WATCH } from '@/server/modules/payments/charges/watch-cash.repository';
import { watchCash } from '@/server/modules/payments/charges/watch-cash.usecases';
import { CURRENT_TROUBLE } from '@/server/modules/payments/health/troubles.repository';
import { checkPayments } from '@/server/modules/payments/health/troubles.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { NEXT_REFUND, sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { pricesToRefresh, refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { bookRecurring, recurringToBook } from '@/server/modules/recurring/book-recurring.usecases';
import { STALE_SEARCH_TEXT } from '@/server/modules/search/search.repository';
import { foldSearchTexts } from '@/server/modules/search/search.usecases';
import { numbersToVoid, voidUnusedNumbers } from '@/server/modules/trucks/tickets.usecases';
import {
  updateWaitingList,
  waitingListToUpdate,
} from '@/server/modules/waiting-list/offers.usecases';
import { refreshWeather, weatherToRefresh } from '@/server/modules/weather/weather.usecases';

/** Background work that no call waits for. It must be harmless if two processes run it at the same time. */
export type Job = {
  name: string;
  /** @param stopping aborted when the process stops, so that a long run starts nothing new */
  run(call: AnyCall, stopping?: AbortSignal): Promise<unknown>;
  /** The pause between runs. With a due time, it's the minimum. */
  everyMs: number;
  /** The query for when the job's next work is due. */
  dueAt?: DueTime;
  /**
   * The query for whether the job would find work. The scheduler runs it after the job's pause. A
   * job with neither `dueAt` nor `hasWork` always runs.
   */
  hasWork?(call: AnyCall): DueTime;
};

export const JOBS: readonly Job[] = [
  { name: 'sweep charges', everyMs: 1_000, run: sweepCharges, dueAt: NEXT_CHARGE },
  { name: 'watch cash', everyMs: 5_000, run: watchCash, dueAt: NEXT_CASH_TO_WATCH },
  { name: 'sweep refunds', everyMs: 5_000, run: sweepRefunds, dueAt: NEXT_REFUND },
  { name: 'check payments', everyMs: 10_000, run: checkPayments, dueAt: CURRENT_TROUBLE },
  { name: 'reconcile payments', everyMs: 300_000, run: reconcile },
  { name: 'watch loads', everyMs: 60_000, run: watchLoads },
  { name: 'send outbox', everyMs: 250, run: sendOutbox, dueAt: NEXT_MESSAGE },
  // Both jobs run often but only fetch if the stored answer is old. So after a failure, they soon
  // try again.
  { name: 'refresh weather', everyMs: 300_000, run: refreshWeather, hasWork: weatherToRefresh },
  {
    name: 'refresh fuel prices',
    everyMs: 900_000,
    run: refreshFuelPrices,
    hasWork: pricesToRefresh,
  },
  {
    name: 'book recurring deliveries',
    everyMs: 300_000,
    run: bookRecurring,
    hasWork: recurringToBook,
  },
  {
    name: 'remind of tomorrow',
    everyMs: 60_000,
    run: remindOfTomorrow,
    hasWork: eveningToHandle,
  },
  // Freed spots are found here, whatever freed them. After a write, the next check is soon.
  {
    name: 'update waiting list',
    everyMs: 5_000,
    run: updateWaitingList,
    hasWork: waitingListToUpdate,
  },
  // Only the process with the lease seals, so that each entry is sealed once. With a check every 10
  // s, a seal is at most 30 s late.
  { name: 'seal audit entries', everyMs: 20_000, run: sealAudit, hasWork: () => WAITING_SEAL },
  { name: 'bulk changes', everyMs: 250, run: runBulkChanges, dueAt: NEXT_BULK_WORK },
  {
    name: 'void unused ticket numbers',
    everyMs: 3_600_000,
    run: voidUnusedNumbers,
    hasWork: (call) => dueIfAny(numbersToVoid(call)),
  },
  { name: 'keep links', everyMs: 600_000, run: keepLinks, hasWork: linksToKeep },
  { name: 'seal apps again', everyMs: 3_600_000, run: resealApps },
  { name: 'expire holds', everyMs: 600_000, run: expireHolds, hasWork: holdsToExpire },
  {
    name: 'forget changes',
    everyMs: 600_000,
    run: ({ deps }) => forgetOldChanges(deps.db),
    hasWork: () => CHANGED_SINCE_FORGETTING,
  },
  {
    name: 'forget sessions',
    everyMs: 3_600_000,
    run: ({ deps }) => deleteExpiredSessions(deps.db, deps.clock.now()),
    hasWork: ({ deps: { db, clock } }) => dueIfAny(selectExpiredSession(db.orm, clock.now())),
  },
  { name: 'forget merges', everyMs: 3_600_000, run: forgetMerges, hasWork: mergesToForget },
  { name: 'forget people', everyMs: 3_600_000, run: forgetOldData, hasWork: dataToForget },
  // A search folds the texts that it needs. This job folds all others, which after an upgrade is
  // every text.
  {
    name: 'fold search texts',
    everyMs: 10_000,
    run: foldSearchTexts,
    hasWork: () => STALE_SEARCH_TEXT,
  },
  { name: 'forget deleted words', everyMs: 3_600_000, run: forgetDeletedWords },
  {
    name: 'forget customers at Stripe',
    everyMs: 3_600_000,
    run: forgetCustomers,
    hasWork: customersToForget,
  },
  {
    name: 'forget challenges',
    everyMs: 3_600_000,
    run: ({ deps }) => deleteExpiredChallenges(deps.db, deps.clock.now()),
    hasWork: ({ deps: { db, clock } }) => dueIfAny(selectExpiredChallenge(db.orm, clock.now())),
  },
  {
    name: 'forget card tries',
    everyMs: 3_600_000,
    run: forgetCardTries,
    hasWork: cardTriesToForget,
  },
  {
    name: 'remove one-time cards',
    everyMs: 300_000,
    run: removeOneTimeCards,
    hasWork: oneTimeCardsToRemove,
  },
  { name: 'forget turns', everyMs: 3_600_000, run: forgetPastTurns, hasWork: turnsToForget },
  {
    name: 'forget limits',
    everyMs: 3_600_000,
    run: ({ deps }) => deletePastLimits(deps.db, deps.clock.now()),
    hasWork: ({ deps: { db, clock } }) => dueIfAny(selectPastLimit(db.orm, clock.now())),
  },
];

/** Jobs with a due time. */
export const DUE_JOBS = JOBS.filter(({ dueAt }) => dueAt);
/** Jobs that run from time to time, but only if they would find work. */
export const JOBS_TO_ASK = JOBS.filter(({ hasWork }) => hasWork);
