import type { TestApp } from './app';
import type { Visitor } from './visitor';

/** The tables that a merge may leave changed: its record, the audit log, the log of changes, and search texts. */
const LEFT_OUT = /^(changes|audit_.*|customer_merges|.*search.*|sqlite_.*|rate_limits|sessions)$/;

/** Returns every row of the database, by table, apart from what a merge leaves behind. */
export async function databaseOf(app: TestApp, staff: Visitor): Promise<Record<string, string[]>> {
  // The list folds stale texts and sort keys first.
  await staff.trpc.admin.customers.query({});
  const { client } = app.deps.db;
  const { rows: tables } = await client.execute(
    "select name from sqlite_master where type = 'table'",
  );
  const all: Record<string, string[]> = {};
  for (const name of tables.map((row) => String(row.name)).filter((one) => !LEFT_OUT.test(one))) {
    const { rows } = await client.execute(`select * from "${name}"`);
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** Merges one record into another, as the dialog does. @returns the merge's number */
export async function merge(
  staff: Visitor,
  { keptId, goneId }: { keptId: string; goneId: string },
  take: ('fullName' | 'phone' | 'email' | 'address')[] = [],
  requestId = `merge-${crypto.randomUUID()}`,
): Promise<number> {
  const pair = { id: keptId, otherId: goneId };
  const { seen } = await staff.trpc.admin.compareCustomers.query(pair);
  const input = { keptId, goneId, take, seen, requestId };
  return (await staff.trpc.admin.mergeCustomers.mutate(input)).number;
}
