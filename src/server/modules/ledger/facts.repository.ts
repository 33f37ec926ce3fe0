/** Reads the money facts from the books in the form that the ledger needs: one row per source. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { charges, disputes, refunds, strayPayments } from '@/db/schema';
import { type LedgerKind, type LedgerSource, ledgerSource } from '@/domain/payment/ledger';
import { REFUNDED_STATES } from '@/domain/payment/refund';

/**
 * Limits the facts to one appointment, or to those that changed since an instant (ms) or a query's
 * instant.
 */
export type FactScope = { appointmentId: string } | { changedSince: number | SQL };

type Fact = {
  source: SQL;
  appointmentId: SQL | SQLiteColumn;
  /** The entry's kind if the amount grew, and if it shrank. */
  up: LedgerKind | SQL;
  down: LedgerKind | SQL;
  /** The sum of all of the source's entries in cents, negative for money that left us. */
  gross?: SQL | SQLiteColumn;
  fee?: SQL | SQLiteColumn;
  /** The time of the last change (ms). */
  at: SQL | SQLiteColumn;
};

/** Selects all facts, with the columns source, appointment_id, up, down, gross, fee, and at. */
export function selectFacts(scope: FactScope): SQL {
  const ofCharges = inScope(scope, charges.updatedAt, charges.appointmentId);
  const ofRefunds = inScope(scope, refunds.updatedAt, charges.appointmentId);
  const ofDisputes = inScope(scope, disputes.askedAt, disputes.appointmentId);
  const ofStrays = inScope(scope, strayPayments.updatedAt, strayPayments.appointmentId);
  const fromRefunds = sql`${refunds} join ${charges} on ${charges.id} = ${refunds.chargeId}`;
  const queries = [
    sql`${fact(BY_CARD)} from ${charges} where ${charges.state} = 'succeeded' and ${ofCharges}`,
    sql`${fact(FEE)} from ${charges} where ${charges.state} = 'succeeded' and ${charges.feeCents} is not null and ${ofCharges}`,
    sql`${fact(IN_CASH)} from ${charges} where ${charges.state} = 'cash' and ${ofCharges}`,
    sql`${fact(GIVEN_BACK)} from ${fromRefunds} where ${ofRefunds}`,
    sql`${fact(STRAY)} from ${strayPayments} where ${ofStrays}`,
    sql`${fact(STRAY_BACK)} from ${strayPayments} where ${ofStrays}`,
    sql`${fact(STRAY_FEE)} from ${strayPayments} where not ${HAS_CHARGE} and ${strayPayments.feeCents} is not null and ${ofStrays}`,
    ...IN_DISPUTE.map((part) => sql`${fact(part)} from ${disputes} where ${ofDisputes}`),
  ];
  return sql.join(queries, sql` union all `);
}

function inScope(scope: FactScope, changedAt: SQLiteColumn, appointmentId: SQLiteColumn): SQL {
  return 'appointmentId' in scope
    ? sql`${appointmentId} = ${scope.appointmentId}`
    : sql`${changedAt} >= ${scope.changedSince}`;
}

const NOTHING = sql`0`;

function fact({ source, appointmentId, up, down, gross = NOTHING, fee = NOTHING, at }: Fact): SQL {
  return sql`select ${source} as source, ${appointmentId} as appointment_id, ${up} as up, ${down} as down, ${gross} as gross, ${fee} as fee, ${at} as at`;
}

const source = (of: LedgerSource, id: SQL | SQLiteColumn) => sql`${ledgerSource(of, '')} || ${id}`;
const RECEIVED = sql`coalesce(${charges.receivedCents}, ${charges.amountCents})`;
const SETTLED_AT = sql`coalesce(${charges.settledAt}, ${charges.updatedAt})`;
const CHARGE_KIND = sql`case ${charges.kind} when 'correction' then 'correction_charge' else 'charge' end`;

const BY_CARD: Fact = {
  source: source('payment', sql`coalesce(${charges.paymentIntentId}, ${charges.id})`),
  appointmentId: charges.appointmentId,
  up: CHARGE_KIND,
  down: CHARGE_KIND,
  gross: RECEIVED,
  at: SETTLED_AT,
};

const FEE: Fact = {
  source: source('fee', charges.paymentIntentId),
  appointmentId: charges.appointmentId,
  up: 'fee',
  down: 'fee',
  fee: charges.feeCents,
  at: SETTLED_AT,
};

/** Checks and transfers of house accounts are in the books like cash. */
const CASH_KIND = sql`case when ${charges.paidBy} is null then 'cash' else 'account_payment' end`;

const IN_CASH: Fact = {
  source: source('cash', charges.id),
  appointmentId: charges.appointmentId,
  up: CASH_KIND,
  down: CASH_KIND,
  gross: RECEIVED,
  at: SETTLED_AT,
};

const orInCash = (kind: LedgerKind) =>
  sql`case when ${charges.state} <> 'cash' then ${kind} when ${charges.paidBy} is null then 'cash_back' else 'account_refund' end`;

const GIVEN_BACK: Fact = {
  source: source('refund', refunds.id),
  appointmentId: charges.appointmentId,
  up: orInCash('refund_failed'),
  down: orInCash('refund'),
  gross: sql`case when ${inArray(refunds.state, [...REFUNDED_STATES])} then -${refunds.amountCents} else 0 end`,
  at: refunds.updatedAt,
};

/** True if a stray payment was applied to a charge. It then only counts as the charge's payment. */
const HAS_CHARGE = sql`exists (select 1 from ${charges} where ${charges.paymentIntentId} = ${strayPayments.id} and ${charges.state} = 'succeeded' and ${RECEIVED} > 0)`;
const unlessTakenOver = (amount: SQL) => sql`case when ${HAS_CHARGE} then 0 else ${amount} end`;

const STRAY: Fact = {
  source: source('stray', strayPayments.id),
  appointmentId: strayPayments.appointmentId,
  up: 'stray_payment',
  down: 'stray_payment',
  gross: unlessTakenOver(sql`${strayPayments.receivedCents}`),
  at: strayPayments.paidAt,
};

const STRAY_BACK: Fact = {
  source: source('stray_refund', strayPayments.id),
  appointmentId: strayPayments.appointmentId,
  up: 'stray_refund',
  down: 'stray_refund',
  gross: unlessTakenOver(sql`-${strayPayments.refundedCents}`),
  at: strayPayments.updatedAt,
};

const STRAY_FEE: Fact = {
  source: source('fee', strayPayments.id),
  appointmentId: strayPayments.appointmentId,
  up: 'fee',
  down: 'fee',
  fee: strayPayments.feeCents,
  at: strayPayments.paidAt,
};

const ofDispute = (part: LedgerSource) => ({
  source: source(part, disputes.id),
  appointmentId: disputes.appointmentId,
  at: disputes.askedAt,
});

const IN_DISPUTE: readonly Fact[] = [
  {
    ...ofDispute('dispute'),
    up: 'dispute_returned',
    down: 'dispute_withdrawn',
    gross: sql`-${disputes.withdrawnCents}`,
  },
  {
    ...ofDispute('dispute_loss'),
    up: 'dispute_regained',
    down: 'dispute_lost',
    gross: sql`-${disputes.lostCents}`,
  },
  { ...ofDispute('dispute_fee'), up: 'dispute_fee', down: 'dispute_fee', fee: disputes.feeCents },
];
