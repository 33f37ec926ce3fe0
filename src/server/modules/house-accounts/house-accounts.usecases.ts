import {
  type ConditionalWrite,
  retryOnConflict,
  tryWriteGuarded,
  writeGuarded,
} from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { appliedTo, invoiceStates, ON_ACCOUNT } from '@/domain/account/house-account';
import type {
  AccountPaymentInput,
  HouseAccountInput,
  IssueInvoiceInput,
} from '@/domain/account/house-account.schema';
import { addDays, type CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { type Cents, cents, formatDollars, minus, NO_CENTS } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { todayOf } from '@/server/config/deps';
import { changing } from '../appointments/appointments.repository';
import { companyLines } from '../appointments/receipt.usecases';
import { audit } from '../audit/audit';
import { unknownCustomer } from '../customers/edit-customer.usecases';
import { ledgerEntries } from '../ledger/ledger.usecases';
import { readCompany } from '../legal/company.usecases';
import { earnPoints } from '../loyalty/loyalty.usecases';
import {
  addingCharge,
  type ChargeRow,
  changingCharge,
} from '../payments/charges/charges.repository';
import { paymentFacts, restOf, withChanged } from '../payments/charges/debt-facts';
import { closeForCards } from '../payments/charges/record-cash.usecases';
import {
  addingLines,
  areUnchanged,
  askingForCards,
  hasHouseAccount,
  type InvoiceRow,
  insertAccountPayment,
  insertHouseAccount,
  insertInvoice,
  insertSend,
  isUnbilled,
  isUnpaid,
  MOST_DELIVERIES,
  placeOf,
  selectAccountPayment,
  selectChargesOfOpen,
  selectHouseAccount,
  selectInvoiceByRequest,
  selectNextNumber,
  selectOpenCharges,
  selectUnbilled,
  selectUnpaid,
  type UnbilledRow,
  type UnpaidRow,
  updateHouseAccount,
} from './house-accounts.repository';
import { drawInvoice } from './invoice-pdf.usecases';
import {
  deliveriesOf,
  invoicesOf,
  lastDateOf,
  readHouseAccount,
  sumOf,
} from './read-house-account.usecases';
import { invoiceEmail, noAddress } from './send-invoice.usecases';

/**
 * Opens, changes, or ends a customer's house account. Deliveries completed while it's open are
 * billed by invoice.
 *
 * @throws `changed_meanwhile` if someone else changed it since the form was opened
 */
export async function changeHouseAccount(call: UserCall, input: HouseAccountInput) {
  const { db, clock } = call.deps;
  const { userId, termsDays, billTo, creditLimitCents, isEnded, readChange } = input;
  const [before] = await selectHouseAccount(db.orm, userId);
  const now = Math.max(clock.now(), (before?.updatedAt ?? 0) + 1);
  const billingEmail =
    input.billingEmail === undefined ? (before?.billingEmail ?? null) : input.billingEmail;
  const endedAt = isEnded ? (before?.endedAt ?? now) : null;
  const facts = { termsDays, billTo, billingEmail, creditLimitCents, endedAt, updatedAt: now };
  const written = await tryWriteGuarded(db, {
    guard:
      readChange === null
        ? insertHouseAccount(db.orm, { userId, createdAt: now, ...facts })
        : updateHouseAccount(db.orm, userId, readChange, facts),
    audit: audit(call, {
      action: 'customer.account_changed',
      before: before && accountEntry(before),
      after: { customerId: userId, ...accountEntry(facts) },
    }),
    also: [askingForCards(userId, isEnded)],
  });
  if (written) return readHouseAccount(call, { id: userId });
  const [current] = await selectHouseAccount(db.orm, userId);
  if (!current && readChange === null) throw unknownCustomer();
  throw new DomainError(
    'changed_meanwhile',
    'Someone else changed this account. Check the new details and save again.',
  );
}

const accountEntry = ({
  termsDays,
  billingEmail,
  creditLimitCents,
  endedAt,
}: {
  termsDays: number;
  billingEmail: string | null;
  creditLimitCents: Cents | null;
  endedAt: number | null;
}) => ({
  houseAccount: endedAt === null ? 'open' : 'ended',
  paymentTerms: `${termsDays} days`,
  email: billingEmail ?? 'none',
  creditLimit: creditLimitCents === null ? 'none' : formatDollars(creditLimitCents),
});

/**
 * Issues an invoice for everything that's unbilled, with the next number, and emails it if asked.
 * Repeating the request, or issuing at the same time as someone else, bills nothing twice.
 *
 * @throws `needs_confirmation` if the total isn't the one that was shown
 * @throws `conflict` if there's nothing to bill, or the request was another account's
 */
export async function issueInvoice(call: UserCall, input: IssueInvoiceInput) {
  const { deps, actor } = call;
  const { userId, requestId } = input;
  const today = todayOf(deps);
  const through = lastDateOf(input.through, today);
  const company = companyLines(await readCompany(call));
  const number = await retryOnConflict(async () => {
    const [[issued], [account], rows, unpaid, [next]] = await deps.db.read((orm) => [
      selectInvoiceByRequest(orm, requestId),
      selectHouseAccount(orm, userId),
      selectUnbilled(orm, userId, through),
      selectUnpaid(orm, userId),
      selectNextNumber(orm),
    ]);
    if (issued) {
      if (issued.userId === userId) return issued.number;
      throw new DomainError('conflict', 'This request ID was already used for another invoice.');
    }
    if (!account) throw new DomainError('not_found', 'This customer has no house account.');
    if (rows.length === 0 || !next) {
      throw new DomainError('conflict', 'Everything is already billed.');
    }
    const address = input.send ? account.billingEmail : null;
    if (input.send && !address) throw noAddress();
    const totalCents = sumOf(rows);
    if (totalCents !== input.expectedCents) {
      throw new DomainError(
        'changed_meanwhile',
        `The total is now ${formatDollars(totalCents)}. Check it and issue the invoice again.`,
      );
    }
    const now = deps.clock.now();
    const issuing = { number: next.number, totalCents, dueOn: addDays(today, account.termsDays) };
    const row = {
      ...issuing,
      userId,
      requestId,
      billTo: account.billTo,
      company,
      termsDays: account.termsDays,
      issuedOn: today,
      toPayCents: toPayOf(issuing, rows, unpaid, today),
      issuedBy: actor.name,
      createdAt: now,
    };
    const email = address ? await emailing(call, { row, rows, address }) : [];
    const written = await writeGuarded(deps.db, {
      guard: insertInvoice(
        deps.db.orm,
        row,
        isUnbilled(deps.db.orm, userId, through, rows),
        isUnpaid(userId, unpaid),
      ),
      audit: audit(call, {
        action: 'customer.invoice_issued',
        after: { customerId: userId, totalPriceCents: totalCents, deliveries: rows.length },
      }),
      also: [addingLines(requestId, rows), ...email],
    });
    return written.changed.number;
  });
  return { number, ...(await readHouseAccount(call, { id: userId })) };
}

/**
 * Returns the amount due of a new invoice. Its deliveries may already be paid, and its credits may
 * already have been applied or returned.
 */
function toPayOf(
  invoice: Pick<InvoiceRow, 'number' | 'totalCents' | 'dueOn'>,
  rows: readonly UnbilledRow[],
  unpaid: readonly UnpaidRow[],
  today: CalendarDate,
): Cents {
  const { number } = invoice;
  const amounts = new Map(
    rows.map(({ appointmentId, amountCents }) => [appointmentId, amountCents]),
  );
  const states = invoiceStates(
    [...invoicesOf(unpaid), invoice],
    deliveriesOf(unpaid, { number, amounts }),
    today,
  );
  return states.get(number)?.openCents ?? NO_CENTS;
}

/** Returns the writes that email an invoice along with issuing it, so that neither happens alone. */
async function emailing(
  call: UserCall,
  { row, rows, address }: { row: InvoiceRow; rows: readonly UnbilledRow[]; address: string },
): Promise<(ConditionalWrite | null)[]> {
  const { number, userId, totalCents, toPayCents, dueOn } = row;
  const lines = rows
    .map((line) => ({ ...line, place: placeOf(line), isCorrection: line.isBilled }))
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.publicCode, b.publicCode));
  const file = await drawInvoice(call, row, lines);
  const { row: kept, sending } = invoiceEmail(call, 'invoice', {
    ...{ number, userId, sequence: 1, address, file, totalCents, dueOn },
    openCents: toPayCents ?? totalCents,
  });
  return [(orm, onlyIf) => insertSend(orm, kept, onlyIf), sending];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Records a payment of a house account and applies it to the oldest deliveries. Repeating the
 * request changes nothing. The ledger gets an entry for each delivery that it pays, so each sale is
 * paid once.
 *
 * @throws `conflict` if the amount is more than the account owes
 */
export async function recordAccountPayment(call: UserCall, input: AccountPaymentInput) {
  const { deps } = call;
  const { userId, requestId } = input;
  const closed = await closePayPages(deps, input);
  await retryOnConflict(async () => {
    const [[known], open, all] = await deps.db.read((orm) => [
      selectAccountPayment(orm, requestId),
      selectOpenCharges(orm, userId),
      selectChargesOfOpen(orm, userId),
    ]);
    if (known) {
      if (known.amountCents === input.amountCents && known.userId === userId) return;
      throw new DomainError(
        'conflict',
        'This payment is already recorded with a different amount.',
      );
    }
    await writePayment(call, input, open, all, closed);
  });
  return readHouseAccount(call, { id: userId });
}

/**
 * Cancels the card payments that the customer began on the payment page for the deliveries that
 * this payment pays, so that nobody pays twice. A recorded payment cancels none.
 *
 * @returns the IDs of the cancelled payments
 * @throws `conflict` if a card was charged
 */
async function closePayPages(
  deps: Deps,
  { userId, requestId, amountCents }: AccountPaymentInput,
): Promise<Set<string>> {
  const closed = new Set<string>();
  const [[known], open] = await deps.db.read((orm) => [
    selectAccountPayment(orm, requestId),
    selectOpenCharges(orm, userId),
  ]);
  if (known) return closed;
  const paid = appliedTo(
    open.map(({ charge }) => charge),
    amountCents,
  ).map(({ id }) => id);
  for (const { charge, appointment } of open) {
    if (!charge.paymentIntentId || !paid.includes(charge.id)) continue;
    await closeForCards(deps, appointment, charge);
    closed.add(charge.paymentIntentId);
  }
  return closed;
}

type OpenCharge = { charge: ChargeRow; appointment: AppointmentRow };

async function writePayment(
  call: UserCall,
  { userId, amountCents, way, reference, requestId }: AccountPaymentInput,
  open: readonly OpenCharge[],
  all: readonly ChargeRow[],
  closed: ReadonlySet<string>,
) {
  const { deps, actor } = call;
  const owedCents = sumOf(open.map(({ charge }) => charge));
  if (amountCents > owedCents) {
    throw new DomainError(
      'conflict',
      open.length === MOST_DELIVERIES
        ? `One payment covers at most the ${MOST_DELIVERIES} oldest deliveries, ${formatDollars(owedCents)} in total. Record the rest as another payment.`
        : `The account owes only ${formatDollars(owedCents)}.`,
      { field: 'amount' },
    );
  }
  const now = deps.clock.now();
  const applied = new Map(
    appliedTo(
      open.map(({ charge }) => charge),
      amountCents,
    ).map((one) => [one.id, one.amountCents]),
  );
  const paid = open.filter(({ charge }) => applied.has(charge.id));
  if (paid.some(({ charge }) => charge.paymentIntentId && !closed.has(charge.paymentIntentId))) {
    throw new DomainError(
      'conflict',
      'The customer just started a card payment. Nothing was recorded. Try again.',
    );
  }
  await writeGuarded(deps.db, {
    guard: insertAccountPayment(
      deps.db.orm,
      {
        ...{ id: requestId, userId, amountCents, way, reference },
        receivedOn: todayOf(deps),
        recordedBy: actor.name,
        createdAt: now,
      },
      hasHouseAccount(deps.db.orm, userId),
      areUnchanged(
        paid.map(({ charge }) => charge),
        paid.map(({ appointment }) => appointment),
      ),
    ),
    audit: audit(call, {
      action: 'customer.account_paid',
      after: {
        customerId: userId,
        amountCents,
        leftCents: minus(owedCents, amountCents),
        deliveries: paid.length,
      },
    }),
    also: paid.flatMap(({ charge, appointment }) => {
      const own = all.filter((one) => one.appointmentId === appointment.id);
      const paidCents = applied.get(charge.id) ?? NO_CENTS;
      const after: ChargeRow = {
        ...charge,
        state: 'cash',
        paidBy: way,
        amountCents: paidCents,
        errorCode: ON_ACCOUNT,
        errorMessage: null,
        settledAt: now,
        updatedAt: now,
      };
      const rest = restOf(own, { before: charge, after }, now);
      const left = rest && {
        ...rest,
        errorCode: ON_ACCOUNT,
        errorMessage: charge.errorMessage,
      };
      const facts = {
        ...paymentFacts(withChanged(own, after, ...(left ? [left] : [])), appointment, now),
        paidAt: now,
      };
      return [
        changingCharge(after),
        left && addingCharge(left),
        changing(appointment.id, facts),
        earnPoints(call, { userId: appointment.userId, paidCents: cents(paidCents) }),
        ledgerEntries(call, appointment.id),
      ];
    }),
  });
}
