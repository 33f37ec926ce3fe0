import { getQueryKey } from '@trpc/react-query';
import { STALE } from '@/client/lib/live';
import { trpc } from '@/client/lib/trpc';

STALE.staff.push(
  getQueryKey(trpc.admin.appointments),
  getQueryKey(trpc.admin.appointment),
  getQueryKey(trpc.admin.bulkChanges),
  getQueryKey(trpc.admin.calendar),
  getQueryKey(trpc.admin.day),
  getQueryKey(trpc.admin.watchDay),
  getQueryKey(trpc.admin.people),
  getQueryKey(trpc.admin.dispatch),
  getQueryKey(trpc.admin.customer),
  getQueryKey(trpc.admin.customerOrders),
  getQueryKey(trpc.admin.customers),
  getQueryKey(trpc.admin.drivers),
  getQueryKey(trpc.admin.driverAccounts),
  getQueryKey(trpc.admin.refunds),
  getQueryKey(trpc.admin.waitingMoney),
  getQueryKey(trpc.admin.billing),
  getQueryKey(trpc.admin.evidence),
  getQueryKey(trpc.admin.driverReports),
  getQueryKey(trpc.admin.paymentTroubles),
  getQueryKey(trpc.admin.reviewQueue),
);
STALE.slots.push(
  getQueryKey(trpc.admin.hours),
  getQueryKey(trpc.admin.waiting),
  getQueryKey(trpc.admin.waitingOf),
);
STALE.prices.push(
  getQueryKey(trpc.admin.priceHistory),
  getQueryKey(trpc.admin.ownPrices),
  getQueryKey(trpc.admin.taxes),
);
