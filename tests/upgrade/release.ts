/**
 * The last release as stored by `bun run release:keep`: its database, statements, and migrations.
 */
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { partsOf } from '@/db/table-copy';

const FOLDER = join(import.meta.dir, 'last-release');
/** A file that recreates the database, with its rows. */
export const DATABASE = join(FOLDER, 'database.sql');
/** Every statement that the release used, one per line. */
export const STATEMENTS = join(FOLDER, 'statements.sql');
/** The checksum of each migration file. */
export const MIGRATIONS = join(FOLDER, 'migrations.json');

const DRIZZLE = join(import.meta.dir, '../../drizzle');

/** The current checksums of the migration files, by name. */
export async function migrationChecksums(): Promise<Record<string, string>> {
  const names = [...new Bun.Glob('*.sql').scanSync(DRIZZLE)].sort();
  const sums = names.map(async (name) => {
    const bytes = await Bun.file(join(DRIZZLE, name)).bytes();
    return [name, new Bun.CryptoHasher('sha256').update(bytes).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(sums));
}

export async function keptStatements(): Promise<string[]> {
  return (await Bun.file(STATEMENTS).text()).trim().split('\n');
}

/**
 * Returns one sentence for each part of the last release that no longer works on a database. Old
 * processes run on it alongside new ones, so their statements must compile, and their writes, which
 * omit newer columns, must succeed.
 * @param before the stored database,
 * @param after the same one after the migration
 */
export async function brokenBy(
  before: Client,
  after: Client,
  statements: readonly string[],
): Promise<string[]> {
  const broken: string[] = [];
  for (const statement of statements) {
    const failure = await failureOf(after, statement);
    if (failure) broken.push(`${failure}: ${statement}`);
  }
  const now = await columnsOf(after);
  const isNamed = (...names: string[]) =>
    statements.some((statement) => names.every((name) => statement.includes(`"${name}"`)));
  for (const [table, columns] of await columnsOf(before)) {
    // SQLite treats a quoted name that it doesn't know as text. So a statement that compiles proves
    // nothing.
    for (const name of columns.keys()) {
      const isGone = !now.get(table)?.has(name);
      if (isGone && isNamed(table, name)) broken.push(`old programs use ${table}.${name}`);
    }
    for (const [name, { isRequired }] of now.get(table) ?? []) {
      const then = columns.get(name);
      if (isRequired && !then?.isRequired) broken.push(`old programs do not fill ${table}.${name}`);
    }
  }
  return broken;
}

/** Ends its batch if its condition is false, with a statement that fails on purpose. */
const isGuard = (statement: string) => statement.endsWith("else json('no') end");

/** Compiles a statement, and runs it if it only reads. */
async function failureOf(client: Client, statement: string): Promise<string | null> {
  // A whole number works everywhere, both as a limit and as words to search for.
  const values = Array.from({ length: statement.split('?').length - 1 }, () => 1n);
  try {
    await client.execute({ sql: `explain ${statement}`, args: values });
    if (/^select\b/i.test(statement) && !isGuard(statement))
      await client.execute({ sql: statement, args: values });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Columns = Map<string, { isRequired: boolean }>;

/** Each table's columns, and which of them an INSERT must fill. */
async function columnsOf(client: Client): Promise<Map<string, Columns>> {
  const { rows } = await client.execute(
    `select m.name as "table", c.name, c."notnull" and c.dflt_value is null and not c.pk as required
     from sqlite_master m join pragma_table_info(m.name) c
     where m.type = 'table' and m.name not like 'sqlite_%'`,
  );
  const tables = new Map<string, Columns>();
  for (const { table, name, required } of rows) {
    const columns: Columns = tables.get(String(table)) ?? new Map();
    tables.set(String(table), columns.set(String(name), { isRequired: required === 1 }));
  }
  return tables;
}

/** The rows of each table in `of`, with its columns, as stored in `client`. */
export async function rowsOf(client: Client, of: Client): Promise<Record<string, unknown[]>> {
  const result: Record<string, unknown[]> = {};
  const columnsByTable = await columnsOf(of);
  // A search index's internal tables are SQLite's own.
  for (const { name: table } of (await partsOf(of)).tables) {
    if (table === '__drizzle_migrations' || table === 'changes') continue;
    const columns = columnsByTable.get(table) ?? new Map();
    const names = [...columns.keys()].map((name) => `"${name}"`).join(', ');
    const { rows } = await client.execute(`select ${names} from "${table}" order by rowid`);
    result[table] = rows.map((row) => Array.from(row));
  }
  return result;
}

/** Rules that every database of the product obeys. Each query finds violations. */
export const INVARIANTS: Record<string, string> = {
  'a charge and its appointment agree on what was paid': `
    select a.id from appointments a left join charges c
      on c.appointment_id = a.id and c.state in ('succeeded', 'cash')
    group by a.id having a.total_paid_cents <> coalesce(sum(c.amount_cents), 0)`,
  'a charge has refunded what its refunds say': `
    select c.id from charges c left join refunds r on r.charge_id = c.id and r.state = 'succeeded'
    group by c.id having c.refunded_cents <> coalesce(sum(r.amount_cents), 0)`,
  'an appointment has refunded what its charges say': `
    select a.id from appointments a left join charges c on c.appointment_id = a.id
    group by a.id having a.refunded_cents <> coalesce(sum(c.refunded_cents), 0)`,
  'what came in for all charges is what was paid': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    group by a.id having a.total_paid_cents <> sum(coalesce(c.received_cents, 0))`,
  'what is still to be paid is the one charge that can be paid': `
    select a.id from appointments a left join charges c
      on c.appointment_id = a.id and c.state not in ('succeeded', 'cash', 'held')
    group by a.id having a.remaining_balance_cents <> coalesce(sum(c.amount_cents), 0)`,
  'all charges together claim the total': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    group by a.id having a.total_price_cents <> sum(c.amount_cents)`,
  'no charge gave back more than came in': `
    select id from charges where refunded_cents > coalesce(received_cents, amount_cents)`,
  'nothing is called paid while a charge is open': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    where a.balance_paid = 1 and c.state not in ('succeeded', 'cash')`,
  'a total is the sum of its lines': `
    select id from appointments
    where total_price_cents <> fuel_total_cents + ice_total_cents + delivery_fee_cents`,
  'no time slot holds more than it takes': `
    select a.date from appointments a
      left join availability_slots s on s.date = a.date and s.slot_index = a.slot_index
    where a.status <> 'cancelled'
    group by a.date, a.slot_index
    having count(*) > coalesce(max(s.max_bookings), (select default_capacity from booking_settings), 1)`,
  'every reference has its row': 'pragma foreign_key_check',
};
