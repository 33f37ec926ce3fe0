/**
 * The server that the product is compared with. `bare` answers every request with the text in ANSWER or the
 * file in ANSWER_FILE. `sqlite` only does the product's reads and its booking write, through bun:sqlite with
 * prepared statements. It has no validation, pricing, sessions, or log.
 */
import { Database } from 'bun:sqlite';
import { TIME_SLOTS } from '@/domain/slots/time-slots';

export type Reference = 'bare' | 'sqlite';

type Handler = (request: Request) => Response | Promise<Response>;

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };

async function bare(): Promise<Handler> {
  const { ANSWER_FILE, ANSWER } = process.env;
  const answer = ANSWER_FILE ? await Bun.file(ANSWER_FILE).bytes() : (ANSWER ?? '{"ok":true}');
  return () => new Response(answer, JSON_TYPE);
}

/** An appointment takes a spot unless it's cancelled or its hold has expired. */
const OCCUPIES = `status <> 'cancelled' and (hold_expires_at is null or hold_expires_at > $now)`;

const BOOK = `
  insert into appointments (id, public_code, request_id, date, slot_index, hold_expires_at, location,
    fuel_type, estimated_gallons_tenths, customer_phone, unit_price_cents, fuel_total_cents,
    delivery_fee_cents, total_price_cents, payment_method, created_at, updated_at)
  select $id, $code, $requestId, $date, $slotIndex, $now + 900000, $location,
    'Regular', 200, $phone, 410, 8200, 2500, 10700, 'card', $now, $now
  where (select count(*) from appointments where date = $date and slot_index = $slotIndex and ${OCCUPIES})
    < coalesce((select case when is_available then coalesce(max_bookings, (select default_capacity from booking_settings where id = 1), 1) else 0 end
        from availability_slots where date = $date and slot_index = $slotIndex),
      (select default_capacity from booking_settings where id = 1), 1)
  returning id`;

type SlotRow = { date: string; slot_index: number; is_available: number; max_bookings: number };
type CountRow = { date: string; slot_index: number; occupied: number };
type Order = {
  date: string;
  time: string;
  location: string;
  customerPhone: string;
  requestId: string;
};

function sqlite(): Handler {
  const db = new Database(process.env.DATABASE_FILE);
  // As durable as the product's file: every commit is on disk before it's acknowledged.
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const slots = db.query<SlotRow, { $first: string; $last: string }>(
    'select date, slot_index, is_available, max_bookings from availability_slots where date >= $first and date <= $last',
  );
  const counts = db.query<CountRow, { $first: string; $last: string; $now: number }>(
    `select date, slot_index, count(*) as occupied from appointments
     where date >= $first and date <= $last and ${OCCUPIES} group by date, slot_index`,
  );
  const settings = db.query<{ default_capacity: number }, []>(
    'select default_capacity from booking_settings',
  );
  const insert = db.query<{ id: string }, Record<string, string | number>>(BOOK);
  let code = 0;

  const readDays = (dates: string[]) => {
    const range = { $first: dates[0] ?? '', $last: dates.at(-1) ?? '' };
    const slotOf = new Map(slots.all(range).map((row) => [`${row.date}/${row.slot_index}`, row]));
    const countOf = new Map(
      counts
        .all({ ...range, $now: Date.now() })
        .map((row) => [`${row.date}/${row.slot_index}`, row.occupied]),
    );
    const capacity = settings.get()?.default_capacity ?? 1;
    return dates.map((date) => {
      const windows = TIME_SLOTS.map(({ index, label }) => {
        const slot = slotOf.get(`${date}/${index}`);
        const isFull = (countOf.get(`${date}/${index}`) ?? 0) >= (slot?.max_bookings ?? capacity);
        return { label, state: isFull ? 'booked' : slot?.is_available === 0 ? 'blocked' : 'open' };
      });
      return { date, bookable: windows.some(({ state }) => state === 'open'), windows };
    });
  };

  const book = (order: Order) => {
    code += 1;
    return insert.get({
      $id: Bun.randomUUIDv7(),
      $code: `R${code}`,
      $requestId: order.requestId,
      $date: order.date,
      $slotIndex: TIME_SLOTS.findIndex(({ label }) => label === order.time),
      $location: order.location,
      $phone: order.customerPhone,
      $now: Date.now(),
    });
  };

  return async (request) => {
    if (request.method === 'POST') {
      const booked = book((await request.json()) as Order);
      return Response.json(booked ?? { message: 'full' }, { status: booked ? 201 : 409 });
    }
    // The dates are in the address: /2026-06-13,2026-06-14
    const dates = request.url.slice(request.url.lastIndexOf('/') + 1).split(',');
    return Response.json(readDays(dates));
  };
}

if (import.meta.main) {
  const fetch = process.argv[2] === 'sqlite' ? sqlite() : await bare();
  Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch });
}
