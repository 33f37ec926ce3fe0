/**
 * An API key without the people scope reads nothing about people. Every text that identifies,
 * locates, or describes a person is a marker here, and no answer may contain one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { OPERATIONS } from '@/server/rest/table';
import { admin, book, customer, driver, ORDER, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const MARK = 'Marked';

/** Columns without text about a person: IDs, names from a closed list, dates, keys, and hashes. */
const STRUCTURAL: Record<string, readonly string[]> = {
  users: [
    ...['id', 'password', 'role', 'preferred_fuel_type', 'delivery_method', 'preferred_can_type'],
    ...['stripe_customer_id', 'reset_token', 'email_proof', 'recurring_terms', 'merged_into'],
  ],
  appointments: [
    ...[
      'id',
      'public_code',
      'request_id',
      'request_hash',
      'user_id',
      'link_hash',
      'date',
      'status',
    ],
    ...['held_by_browser', 'held_by_phone', 'held_by_address', 'held_by_key', 'fuel_type'],
    ...['can_type', 'boat_id', 'dock_id', 'payment_method', 'payment_status', 'setup_intent_id'],
    ...['stripe_payment_method_id', 'stripe_customer_id', 'card_brand', 'card_last4', 'card_terms'],
    ...[
      'setup_terms',
      'payment_intent_id',
      'promo_code',
      'booked_by',
      'device_completed_at',
      'price_list',
      'discount',
      'discount_phone',
      'discount_email',
      'ticket',
      'former_fuel',
    ],
  ],
  drivers: ['id', 'status', 'current_location'],
};
const BOAT = {
  ...{ name: MARK, type: MARK, length: 24, fuelCapacity: 60, fuelTaken: 'Regular' },
  ...{ fuelNever: null, fillerSide: 'port', fillerPlace: MARK, fillerPhotoId: `${MARK}-photo` },
};
const DOCK = { gateCode: MARK, note: MARK, position: { latitude: 41.9876, longitude: -86.1234 } };
const TAXES = {
  ...{ rates: {}, serviceChargeCents: 100, certificate: MARK, parts: [], taxCents: 0 },
};

let app: TestApp;
let staff: Visitor;
let ids: { pending: string; scheduled: string; driverId: number; photo: string };
beforeAll(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
  const sam = await customer(app);
  const dana = await driver(app);
  const guest = await app.visitor().trpc.booking.create.mutate({
    ...{ ...ORDER, customerPhone: '2695550991' },
  });
  const completed = await book(sam, { date: TODAY });
  await readyToDeliver(staff, completed, dana.driverId);
  await staff.trpc.admin.complete.mutate({
    ...{ id: completed, actualGallons: 20, receiptPhoto: await picture() },
  });
  const scheduled = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
  await readyToDeliver(staff, scheduled, dana.driverId);
  const onTheWay = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
  await readyToDeliver(staff, onTheWay, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id: onTheWay });
  const cancelled = await book(sam);
  await sam.trpc.booking.cancel.mutate({ id: cancelled });
  // An admin may also order, and their key then lists the order as their own.
  await app.deps.db.client.execute(
    "update users set email = 'boss@lake.example', email_proven_at = 1 where username = 'boss'",
  );
  await book(staff, { customerPhone: '2695550992' });
  const { photos } = await staff.trpc.admin.appointment.query({ id: completed });
  ids = {
    ...{ pending: guest.appointment.id, scheduled, driverId: dana.driverId },
    photo: photos[0]?.id ?? '',
  };
  await mark();
});
afterAll(() => app.close());

/**
 * Writes a marker into every column that isn't structural, so that a new column can't be forgotten.
 */
async function mark() {
  const { client } = app.deps.db;
  for (const [table, structural] of Object.entries(STRUCTURAL)) {
    const { rows } = await client.execute(
      `select name from pragma_table_info('${table}') where lower(type) = 'text'`,
    );
    for (const name of rows.map((row) => String(row.name))) {
      if (structural.includes(name)) continue;
      const facts = { boat: BOAT, dock: DOCK, taxes: TAXES, card_terms: [MARK] }[name];
      await client.execute(
        facts && table === 'appointments'
          ? { sql: `update appointments set ${name} = ?`, args: [JSON.stringify(facts)] }
          : `update ${table} set ${name} = '${MARK} ${table}.${name} ' || id`,
      );
    }
  }
}

type Scopes = { scope: 'read' | 'write'; extras?: ('people' | 'export' | 'refund')[] };

async function keyWith(scopes: Scopes): Promise<string> {
  return (await staff.trpc.admin.apiKeys.create.mutate({ name: 'Ledger', ...scopes })).key;
}

async function call(key: string, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await app.handle(
    new Request(`http://dockside.test${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  return { status: answer.status, text: await answer.text() };
}

/** The markers, and the position of a dock, including its numbers as text. */
const PERSONAL = new RegExp(`${MARK}|41\\.98|86\\.12|269.?555`, 'i');

/** Returns an operation's paths, filled with the IDs of existing data. */
function pathsOf(path: string): string[] {
  const filled = path
    .replace('{photoId}', ids.photo)
    .replace('{file}', 'none')
    .replace('journal.csv', 'journal.csv?program=xero')
    .replace('/drivers/{id}', `/drivers/${ids.driverId}`)
    .replace('{id}', ids.pending);
  return filled.includes('{date}')
    ? [TODAY, TOMORROW].map((date) => filled.replace('{date}', date))
    : [filled];
}

const READS = OPERATIONS.filter(({ method, keys }) => method === 'GET' && keys !== 'none');

describe('a read-only key', () => {
  for (const { path } of READS) {
    test(`sees no person at ${path}`, async () => {
      const key = await keyWith({ scope: 'read' });
      for (const address of pathsOf(path)) {
        const { status, text } = await call(key, 'GET', address);
        expect([200, 403]).toContain(status);
        // The business's own address is public.
        if (path !== '/api/support') expect(text).not.toMatch(PERSONAL);
      }
    });
  }

  test('sees everything else of the appointments, and with the people scope too', async () => {
    const path = '/api/admin/appointments';
    const read = async (scopes: Scopes) =>
      JSON.parse((await call(await keyWith(scopes), 'GET', path)).text);
    const [plain, whole] = [
      await read({ scope: 'read' }),
      await read({ scope: 'read', extras: ['people'] }),
    ];
    expect(plain).toHaveLength(5);
    const blank = { location: null, customerFullName: null, customerEmail: null, notes: null };
    for (const one of plain) expect(one).toMatchObject(blank);
    expect(plain[0]).toMatchObject({ dock: { gateCode: null, note: null, position: null } });
    expect(plain[0]).toMatchObject({ boat: { name: null, length: 24, fuelTaken: 'Regular' } });
    expect(whole[0].location).toStartWith(MARK);
    expect(whole[0]).toMatchObject({ boat: { name: MARK }, dock: DOCK });
    // Only the personal values differ.
    const hidden = new Set<string>();
    for (const [index, one] of whole.entries()) {
      for (const [name, value] of Object.entries(one)) {
        if (!Bun.deepEquals(value, plain[index][name])) hidden.add(name);
      }
    }
    expect([...hidden].sort()).toEqual([
      ...['boat', 'boatName', 'cancelReason', 'customerEmail', 'customerFullName'],
      ...[
        'customerPhone',
        'customerPhone2',
        'customerUsername',
        'dock',
        'driverName',
        'driverNote',
      ],
      ...['location', 'noCardReason', 'notes', 'overCapacityReason', 'slipNumber'],
    ]);
  });

  test('shows what was hidden in each of these reads once it has the scope', async () => {
    const key = await keyWith({ scope: 'read', extras: ['people', 'export'] });
    const shown: string[] = [];
    for (const { path } of READS) {
      for (const address of pathsOf(path)) {
        const { status, text } = await call(key, 'GET', address);
        expect([address, status]).toEqual([address, 200]);
        if (PERSONAL.test(text) && path !== '/api/support') shown.push(path);
      }
    }
    expect([...new Set(shown)].sort()).toEqual([
      '/api/admin/appointments',
      '/api/admin/customers',
      '/api/admin/export/activity.csv',
      '/api/admin/export/appointments.csv',
      '/api/admin/export/customers.csv',
      '/api/appointments',
      '/api/appointments/date/{date}',
      '/api/appointments/today',
      '/api/drivers/{id}',
    ]);
  });

  test("finds nobody by name or phone, and can't learn that there is someone", async () => {
    const key = await keyWith({ scope: 'read' });
    for (const search of [MARK, '2695550991', 'no one has this']) {
      const path = `/api/admin/appointments?search=${encodeURIComponent(search)}`;
      const { status, text } = await call(key, 'GET', path);
      expect(status).toBe(403);
      expect(text).toContain('lacks the people scope');
    }
    const withPeople = await keyWith({ scope: 'read', extras: ['people'] });
    const path = '/api/admin/appointments?search=D-';
    expect((await call(withPeople, 'GET', path)).status).toBe(200);
    expect((await call(key, 'GET', '/api/admin/appointments?search=')).status).toBe(200);
  });
});

test('that also writes sees no person in its answers or errors', async () => {
  const key = await keyWith({ scope: 'write' });
  const answers = [
    await call(key, 'POST', '/api/appointments', { ...ORDER, customerPhone: '2695550991' }),
    await call(key, 'PATCH', `/api/appointments/${ids.scheduled}`, { location: `${MARK} 2` }),
    await call(key, 'PATCH', `/api/admin/appointments/${ids.scheduled}/update-details`, {
      ...{ estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0 },
    }),
    await call(
      ...([key, 'PATCH', `/api/appointments/${ids.scheduled}`, { location: 'Pier 4' }] as const),
      { 'if-match': '1' },
    ),
    await call(key, 'POST', `/api/appointments/${ids.scheduled}/complete`, { actualGallons: 10 }),
    await call(key, 'DELETE', `/api/appointments/${ids.pending}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 409, 200, 200]);
  for (const { text } of answers) {
    expect(text).not.toMatch(PERSONAL);
    expect(text).not.toMatch(/Maple Island|Pier 4|Slip 12/);
  }
  const [changed] = JSON.parse(answers[3]?.text ?? '').changes;
  expect(changed).toMatchObject({ field: expect.any(String), from: null, to: null, who: null });
});

test('exports only with people, and one from before that scope still does', async () => {
  const create = staff.trpc.admin.apiKeys.create.mutate({
    ...{ name: 'Ledger', scope: 'read', extras: ['export'] },
  });
  expect(await refusal(create)).toMatchObject({
    ...{
      status: 400,
      message: 'The export scope also needs the people scope. Select both, or neither.',
    },
  });
  const key = await keyWith({ scope: 'read' });
  const store = (extras: string) =>
    app.deps.db.client.execute({
      sql: 'update api_keys set extras = ? where start = ?',
      args: [extras, key.slice(0, 8)],
    });
  const file = '/api/admin/export/customers.csv';
  expect((await call(key, 'GET', file)).status).toBe(403);
  await store('["export"]');
  expect((await call(key, 'GET', file)).status).toBe(200);
  expect((await call(key, 'GET', '/api/admin/appointments')).text).toContain(MARK);
  await store('[]');
  expect((await call(key, 'GET', '/api/admin/appointments')).text).not.toMatch(PERSONAL);
});
