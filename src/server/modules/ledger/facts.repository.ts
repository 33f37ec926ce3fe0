/** What the books say of money, in the form in which the ledger takes it: one row for each source. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { charges, disputes, refunds } from '@/db/schema';
import { type LedgerKind, type LedgerSource, ledgerSource } from '@/domain/payment/ledger';
import { REFUNDED_STATES } from '@/domain/payment/refund';

/** The facts of one appointment, or those that changed since an instant (ms). */
export type FactScope = { appointmentId: string } | { changedSince: number };

type Fact = {
  source: SQL;
  appointmentId: SQL | SQLiteColumn;
  /** The kind of the entry where the amount grew, and where it became less. */
  up: LedgerKind | SQL;
  down: LedgerKind | SQL;
  /** What all entries of the source come to: cents, less than 0 for money that left us. */
  gross?: SQL | SQLiteColumn;
  fee?: SQL | SQLiteColumn;
  /** When it last changed (ms). */
  at: SQL | SQLiteColumn;
};

/** The query of all facts: source, appointment_id, up, down, gross, fee and at. */
export function selectFacts(scope: FactScope): SQL {
  const ofCharges = inScope(scope, charges.updatedAt, charges.appointmentId);
  const ofRefunds = inScope(scope, refunds.updatedAt, charges.appointmentId);
  const ofDisputes = inScope(scope, disputes.askedAt, disputes.appointmentId);
  const fromRefunds = sql`${refunds} join ${charges} on ${charges.id} = ${refunds.chargeId}`;
  const queries = [
    sql`${fact(BY_CARD)} from ${charges} where ${charges.state} = 'succeeded' and ${ofCharges}`,
    sql`${fact(IN_CASH)} from ${charges} where ${charges.state} = 'cash' and ${ofCharges}`,
    sql`${fact(GIVEN_BACK)} from ${fromRefunds} where ${ofRefunds}`,
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

const IN_CASH: Fact = {
  source: source('cash', charges.id),
  appointmentId: charges.appointmentId,
  up: 'cash',
  down: 'cash',
  gross: RECEIVED,
  at: SETTLED_AT,
};

const orInCash = (kind: LedgerKind) =>
  sql`case ${charges.state} when 'cash' then 'cash_back' else ${kind} end`;

const GIVEN_BACK: Fact = {
  source: source('refund', refunds.id),
  appointmentId: charges.appointmentId,
  up: orInCash('refund_failed'),
  down: orInCash('refund'),
  gross: sql`case when ${inArray(refunds.state, [...REFUNDED_STATES])} then -${refunds.amountCents} else 0 end`,
  at: refunds.updatedAt,
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
