import { invoiceStates } from '@/domain/account/house-account';
import type { BillingPagesInput } from '@/domain/account/house-account.schema';
import { daysBetween } from '@/domain/dates';
import { NO_CENTS, plus } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import {
  BILLING_PAGE_SIZE,
  selectReminders,
  selectToBill,
  selectToBillSum,
  selectUnpaid,
  selectUnpaidAccounts,
} from './house-accounts.repository';
import { deliveriesOf, invoicesOf, lastDateOf } from './read-house-account.usecases';

/**
 * Lists the house accounts that have something to bill through last month, and the overdue invoices,
 * the oldest first. Both lists follow from deliveries and payments, so nothing has to run on the
 * first of a month.
 */
export async function listBilling({ deps }: AnyCall, { sendPage, overduePage }: BillingPagesInput) {
  const today = todayOf(deps);
  const through = lastDateOf('last_month', today);
  const [[sum], toSend, unpaid, accounts, reminders] = await deps.db.read((orm) => [
    selectToBillSum(orm, through),
    selectToBill(orm, through, sendPage),
    selectUnpaid(orm, null),
    selectUnpaidAccounts(orm),
    selectReminders(orm),
  ]);
  const accountOf = new Map(accounts.map((account) => [account.userId, account]));
  const overdue = [...Map.groupBy(unpaid, ({ userId }) => userId)].flatMap(([userId, rows]) => {
    const account = accountOf.get(userId);
    const invoices = invoicesOf(rows);
    const deliveries = deliveriesOf(rows);
    const states = invoiceStates(invoices, deliveries, today);
    return invoices.flatMap(({ number, dueOn, totalCents }) => {
      const state = states.get(number);
      if (!account || !state?.isOverdue) return [];
      return [
        {
          ...{ number, userId, name: account.name, dueOn, totalCents },
          hasEmail: account.billingEmail !== null,
          openCents: state.openCents,
          daysOverdue: daysBetween(dueOn, today),
          /** Everything that the account owes. */
          owedCents: plus(NO_CENTS, ...deliveries.map(({ unpaidCents }) => unpaidCents)),
        },
      ];
    });
  });
  overdue.sort((a, b) => b.daysOverdue - a.daysOverdue || a.number - b.number);
  const first = (overduePage - 1) * BILLING_PAGE_SIZE;
  const shown = overdue.slice(first, first + BILLING_PAGE_SIZE);
  return {
    /** The last date of the deliveries to bill. */
    through,
    toSend: {
      count: sum?.count ?? 0,
      /** The number of accounts with a billing email. */
      sendable: sum?.sendable ?? 0,
      cents: sum?.cents ?? NO_CENTS,
      items: toSend.map(({ billingEmail, ...item }) => ({
        ...item,
        hasEmail: billingEmail !== null,
      })),
    },
    overdue: {
      count: overdue.length,
      cents: plus(NO_CENTS, ...overdue.map(({ openCents }) => openCents)),
      items: shown.map((item) => {
        const sent = reminders.find(({ number }) => number === item.number);
        return { ...item, reminders: sent?.count ?? 0, remindedAt: sent?.lastAt ?? null };
      }),
    },
    pageSize: BILLING_PAGE_SIZE,
  };
}
