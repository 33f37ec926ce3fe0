/** Reads the ledger in the database. */
import type { Client } from '@libsql/client';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import type { TestApp } from './app';

/** An appointment's entries, oldest first. */
export async function entriesOf(app: Pick<TestApp, 'deps'>, appointmentId: string) {
  const entries = await allEntries(app);
  return entries.flatMap(({ appointmentId: of, ...entry }) =>
    of === appointmentId ? [entry] : [],
  );
}

/** All entries, oldest first. */
export const allEntries = ({ deps }: Pick<TestApp, 'deps'>) => entriesIn(deps.db.client);

/** All entries of the ledger, in the order in which they were written. */
export async function entriesIn(client: Client) {
  const { rows } = await client.execute('select * from ledger order by id');
  return rows.map((row) => ({
    appointmentId: String(row.appointment_id),
    source: String(row.source),
    sequence: Number(row.sequence),
    kind: String(row.kind),
    grossCents: Number(row.gross_cents),
    feeCents: Number(row.fee_cents),
    movedAt: Number(row.moved_at),
    movedOn: String(row.moved_on),
    deliveredOn: String(row.delivered_on),
  }));
}

const kindsOf = (revenue: readonly (string | null)[]) =>
  Object.entries(LEDGER_KINDS).flatMap(([kind, counted]) =>
    revenue.includes(counted.revenue) ? [`'${kind}'`] : [],
  );
const sumOf = (kinds: readonly string[], what = 'gross_cents') =>
  `(select coalesce(sum(${what}), 0) from ledger where appointment_id = a.id and kind in (${kinds}))`;
const sumOfDisputes = (what: string) =>
  `(select coalesce(sum(${what}), 0) from disputes where appointment_id = a.id)`;

/** The sum of an appointment's entries, and the amount in the books, in cents. */
const COMPARED: Record<string, { booked: string; said: string }> = {
  revenue: {
    booked: sumOf(kindsOf(['card', 'cash'])),
    said: 'a.total_paid_cents - a.refunded_cents - a.disputed_cents',
  },
  cash: {
    booked: sumOf(kindsOf(['cash'])),
    said: `(select coalesce(sum(coalesce(received_cents, amount_cents) - refunded_cents), 0)
            from charges where appointment_id = a.id and state = 'cash')`,
  },
  'taken back by banks': {
    booked: sumOf(["'dispute_withdrawn'", "'dispute_returned'"]),
    said: `-${sumOfDisputes('withdrawn_cents')}`,
  },
  'fees of disputes': {
    booked: sumOf(["'dispute_fee'"], 'fee_cents'),
    said: sumOfDisputes('fee_cents'),
  },
};

/** Returns one sentence for each difference between the ledger and the books. */
export async function differencesToBooks({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const found: string[] = [];
  for (const [what, { booked, said }] of Object.entries(COMPARED)) {
    const { rows } = await deps.db.client.execute(
      `select a.id, ${booked} as booked, ${said} as said from appointments a where booked <> said`,
    );
    found.push(
      ...rows.map(
        (row) => `${what} of ${row.id}: ${row.booked} in the ledger, ${row.said} in the books`,
      ),
    );
  }
  return found;
}
