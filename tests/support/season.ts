/** A season's rows, invented but always the same, for measurements and query plans. */

import type { Db } from '@/db/client';
import { addDays } from '@/domain/dates';
import { cents, toTenths } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { quote } from '@/domain/pricing/quote';

const CHUNK = 5_000;
const DAY_MS = 86_400_000;

/** Generates numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Row = Record<string, string | number | null>;

/** Inserts rows with the same columns, a few thousand per statement. */
async function insertAll(db: Db, table: string, rows: Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(', ');
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows
      .slice(from, from + CHUNK)
      .map((row) => columns.map((column) => row[column] ?? null));
    await db.client.execute({
      sql: `insert into ${table} (${columns.join(', ')}) select ${values} from json_each(?)`,
      args: [JSON.stringify(chunk)],
    });
  }
}

const FIRST = ['Sam', 'Alex', 'Dana', 'Robin', 'Kim', 'Pat', 'Lee', 'Chris', 'Jo', 'Max'];
const LAST = ['Waters', 'Harbor', 'Rivers', 'Lake', 'Marsh', 'Brook', 'Shore', 'Pond', 'Bay'];

type SeasonOptions = {
  today: string;
  now: number;
  customers?: number;
  appointments?: number;
  /**
   * One of this many appointments is in the booking window, and the others are in the past.
   * Default: 10.
   */
  upcomingOneIn?: number;
};

/**
 * Fills a database with customers (`season-0` and up), 4 drivers, and appointments from 250 days
 * before `today` to the end of the booking window. Most are delivered and paid.
 */
export async function fillSeason(db: Db, options: SeasonOptions): Promise<void> {
  const { today, now, customers = 5_000, appointments: count = 50_000 } = options;
  const { upcomingOneIn = 10 } = options;
  const random = numbers(49_047);
  const of = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;

  await insertAll(
    db,
    'users',
    Array.from({ length: customers }, (_, index) => ({
      id: `season-${index}`,
      username: `season${index}`,
      password: '-',
      full_name: `${of(FIRST)} ${of(LAST)} ${index}`,
      email: `season${index}@lake.example`,
      phone: `(269) 555-${String(index).padStart(4, '0')}`,
      role: 'customer',
      created_at: now - 300 * DAY_MS,
      updated_at: now,
    })),
  );
  await insertAll(
    db,
    'drivers',
    [1, 2, 3, 4].map((id) => ({ name: `Driver ${id}`, status: 'available', created_at: now })),
  );
  const drivers = (await db.client.execute('select id from drivers order by id')).rows.map((row) =>
    Number(row.id),
  );

  const rows: Row[] = [];
  const charges: Row[] = [];
  const entries: Row[] = [];
  for (let index = 0; index < count; index += 1) {
    const isUpcoming = index % upcomingOneIn === 0;
    const day = isUpcoming ? Math.floor(random() * 14) : -1 - Math.floor(random() * 250);
    const past = day < 0;
    const cancelled = random() < 0.08;
    const status = cancelled
      ? 'cancelled'
      : past
        ? 'completed'
        : of(['pending', 'confirmed', 'scheduled', day === 0 ? 'en_route' : 'scheduled']);
    const completed = status === 'completed';
    const gallons = toTenths(Math.floor(random() * 70));
    const smallIceBags = Math.floor(random() * 4);
    const unit = of([cents(410), cents(516)]);
    const { lines, totalCents } = quote(
      { ...EMPTY_ORDER, estimatedGallonsTenths: gallons, smallIceBags },
      { unitPriceCents: unit, testMode: false, priceList: null },
    );
    const state = completed ? (random() < 0.97 ? 'succeeded' : of(['declined', 'cash'])) : null;
    const paid = state === 'succeeded' || state === 'cash';
    const at = now + day * DAY_MS;
    const id = `apt-${String(index).padStart(6, '0')}`;
    rows.push({
      id,
      public_code: `S-${index.toString(36).padStart(6, '0').toUpperCase()}`,
      user_id: random() < 0.04 ? null : `season-${Math.floor(random() * customers)}`,
      driver_id: ['scheduled', 'en_route', 'completed'].includes(status) ? of(drivers) : null,
      date: addDays(today, day),
      slot_index: Math.floor(random() * 3),
      status,
      hold_expires_at: status === 'pending' && random() < 0.05 ? now + 60_000 : null,
      location: of(['Maple Island Marina', 'Sister Lakes Dock', 'Indian Lake Pier']),
      slip_number: `Slip ${Math.floor(random() * 80)}`,
      fuel_type: unit === 410 ? 'Regular' : 'Premium',
      estimated_gallons_tenths: gallons,
      actual_gallons_tenths: completed ? gallons : null,
      small_ice_bags: smallIceBags,
      customer_name: 'Season Guest',
      customer_phone: '(269) 555-0199',
      unit_price_cents: unit,
      fuel_total_cents: lines.fuel,
      ice_total_cents: lines.ice,
      delivery_fee_cents: lines.delivery,
      total_price_cents: totalCents,
      payment_method: state === 'cash' ? 'cash' : 'card',
      payment_method_stored: 1,
      total_paid_cents: paid ? totalCents : 0,
      remaining_balance_cents: completed && !paid ? totalCents : 0,
      balance_paid: paid ? 1 : 0,
      paid_at: paid ? at : null,
      completed_at: completed ? at : null,
      created_at: at - 3 * DAY_MS,
      updated_at: at,
    });
    if (!completed) continue;
    charges.push({
      id: `charge-${index}`,
      appointment_id: id,
      amount_cents: totalCents,
      lines: JSON.stringify(lines),
      state,
      attempt: 1,
      payment_intent_id: `pi-${index}`,
      created_at: at,
      updated_at: at,
    });
    if (!paid) continue;
    entries.push({
      source: state === 'cash' ? `cash:charge-${index}` : `pi:pi-${index}`,
      sequence: 1,
      kind: state === 'cash' ? 'cash' : 'charge',
      gross_cents: totalCents,
      fee_cents: 0,
      moved_at: at,
      moved_on: addDays(today, day),
      delivered_on: addDays(today, day),
      appointment_id: id,
      written_at: at,
    });
  }
  await insertAll(db, 'appointments', rows);
  await insertAll(db, 'charges', charges);
  await insertAll(db, 'ledger', entries);
}
