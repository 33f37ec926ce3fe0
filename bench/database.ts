/** Creates database files for a run with the product's migrations, then fills them directly. */
import { Database } from 'bun:sqlite';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { DATES } from './requests';

/** A migrated, empty database in one file. */
export async function migratedFile(folder: string): Promise<string> {
  const file = join(folder, 'empty.db');
  const db = await createDb({ url: `file:${file}` });
  await migrateDb(db);
  await db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  await db.close();
  return file;
}

/** Creates a copy with this capacity for every time window, and this many appointments. */
export function filledCopy(
  empty: string,
  file: string,
  options: { capacity: number; bookings: number },
): string {
  copyFileSync(empty, file);
  const db = new Database(file);
  const now = Date.now();
  db.run('insert into booking_settings (id, default_capacity, updated_at) values (1, ?, ?)', [
    options.capacity,
    now,
  ]);
  const insert = db.query(
    `insert into appointments (id, public_code, date, slot_index, status, location, fuel_type,
       unit_price_cents, created_at, updated_at)
     values (?, ?, ?, ?, 'confirmed', 'Dock 1', 'Regular', 410, ?, ?)`,
  );
  for (let index = 0; index < options.bookings; index += 1) {
    // Fills the first windows of all dates, then the second ones.
    const date = DATES[index % DATES.length] as string;
    const slotIndex = Math.floor(index / DATES.length) % TIME_SLOTS.length;
    insert.run(`seed-${index}`, `S${index}`, date, slotIndex, now, now);
  }
  db.close();
  return file;
}

/** The number of appointments in the file. */
export function countBookings(file: string): number {
  const db = new Database(file);
  try {
    const row = db.query<{ total: number }, []>('select count(*) as total from appointments').get();
    return row?.total ?? 0;
  } finally {
    db.close();
  }
}
