/** Whatever three devices do without signal, ticket numbers have no gaps and no duplicates. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type HeldRange,
  needsNumbers,
  RANGE_KEPT_MS,
  type TakenNumber,
  takeNumber,
} from '@/domain/trucks/ticket';
import { voidUnusedNumbers } from '@/server/modules/trucks/tickets.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

type Action = { id: string; actionKey: string; ticket: TakenNumber | undefined };
/** A driver's device: its ranges, the ID of an unanswered request, and its outbox. */
type Device = { ranges: HeldRange[]; asked: string | null; outbox: Action[] };

const DEVICES = 3;
const LONG_MS = RANGE_KEPT_MS + 86_400_000;
const newDevice = (): Device => ({ ranges: [], asked: null, outbox: [] });

type Step =
  /** Asks for numbers if the device has few. The answer may get lost. */
  | { kind: 'reserve'; device: number; isLost: boolean }
  /** Completes deliveries without signal. */
  | { kind: 'deliver'; device: number; count: number }
  /** Sends the outbox, and some actions twice or at the same time. */
  | { kind: 'send'; device: number; twice: boolean; atOnce: boolean }
  /** The driver undoes the last completion before it's sent. */
  | { kind: 'undo'; device: number }
  /** The device is lost or wiped. */
  | { kind: 'lose'; device: number }
  /** Staff complete a delivery. */
  | { kind: 'staff' }
  /** Time passes, and unused numbers are voided. */
  | { kind: 'wait' };

const device = fc.integer({ min: 0, max: DEVICES - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('reserve'), device, isLost: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ kind: fc.constant('deliver'), device },
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('send'), device, twice: fc.boolean(), atOnce: fc.boolean() },
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo'), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose'), device }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'staff' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const }) },
) as fc.Arbitrary<Step>;

let app: TestApp;
let owner: Visitor;
let dana: Visitor;
let truckId: number;
let pattern: string;
let made = 0;
beforeEach(async () => {
  app = await startTestApp({ capacity: 1_000 });
  owner = await admin(app);
  const crew = await driver(app);
  dana = crew.visitor;
  truckId = (await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' })).id;
  pattern = await book(await customer(app), { date: TODAY });
  await readyToDeliver(owner, pattern, crew.driverId);
  await dana.trpc.driver.enRoute.mutate({ id: pattern });
});
afterEach(() => app.close());

/** Copies a delivery that's en route, because a booking takes far longer. */
async function underWay(): Promise<string> {
  made += 1;
  const id = `stop-${made}`;
  const { client } = app.deps.db;
  const { columns } = await client.execute('select * from appointments limit 0');
  const own: Record<string, string> = { id: `'${id}'`, public_code: `'STOP-${made}'` };
  const unique = ['request_id', 'link_hash', 'setup_intent_id', 'ticket'];
  const values = columns.map((name) => own[name] ?? (unique.includes(name) ? 'null' : `"${name}"`));
  await client.execute({
    sql: `insert into appointments select ${values.join(', ')} from appointments where id = ?`,
    args: [pattern],
  });
  return id;
}

async function reserve(one: Device, { isLost }: { isLost: boolean }) {
  const now = app.clock.now();
  if (!needsNumbers(one.ranges, truckId, now)) return;
  one.asked ??= crypto.randomUUID();
  const sent = { id: one.asked, truckId };
  const range = await dana.trpc.driver.reserveTickets.mutate(sent).catch(() => null);
  if (isLost) return;
  const { asked: id } = one;
  one.asked = null;
  if (!range || one.ranges.some((held) => held.id === id)) return;
  one.ranges.push({ id, series: range.series, next: range.first, last: range.last, usedAt: now });
}

async function deliver(one: Device, count: number) {
  for (let i = 0; i < count; i += 1) {
    const taken = takeNumber(one.ranges, truckId, app.clock.now());
    one.ranges = one.ranges.map((held) => (held.id === taken?.range.id ? taken.range : held));
    const actionKey = crypto.randomUUID();
    one.outbox.push({ id: await underWay(), actionKey, ticket: taken?.taken });
  }
}

const complete = ({ ticket, ...action }: Action) =>
  dana.trpc.driver.complete.mutate({
    ...action,
    ...{ actualGallons: 20, truckId, ...(ticket && { ticket }) },
  });

async function send(one: Device, { twice, atOnce }: { twice: boolean; atOnce: boolean }) {
  const all = one.outbox.splice(0).flatMap((action) => (twice ? [action, action] : [action]));
  if (atOnce) await Promise.all(all.map(complete));
  else for (const action of all) await complete(action);
}

/** Ages all ranges. The clock would also end the driver's session. */
async function pass(devices: Device[]) {
  await app.deps.db.client.execute({
    sql: 'update ticket_ranges set touched_at = touched_at - ?',
    args: [LONG_MS],
  });
  for (const one of devices) {
    one.ranges = one.ranges.map((held) => ({ ...held, usedAt: held.usedAt - LONG_MS }));
  }
  await voidUnusedNumbers(app);
}

async function take(devices: Device[], one: Step) {
  const at = 'device' in one ? (devices[one.device] ?? newDevice()) : newDevice();
  switch (one.kind) {
    case 'reserve':
      return reserve(at, one);
    case 'deliver':
      return deliver(at, one.count);
    case 'send':
      return send(at, one);
    case 'undo':
      return void at.outbox.pop();
    case 'lose':
      return void devices.splice(one.device, 1, newDevice());
    case 'staff':
      return void (await owner.trpc.admin.complete.mutate({
        ...{ id: await underWay(), actualGallons: 20 },
      }));
    case 'wait':
      return pass(devices);
  }
}

async function checkNumbers() {
  const { client } = app.deps.db;
  const { rows } = await client.execute(
    'select number, is_void, appointment_id from tickets where series = 1 order by number',
  );
  expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, i) => i + 1));
  for (const row of rows) expect(row.is_void === 1).toBe(row.appointment_id === null);
  const copies = await client.execute(
    `select count(*) as wrong from appointments left join tickets on tickets.appointment_id = appointments.id
      where status = 'completed' and ticket ->> '$.number' is not number`,
  );
  expect(copies.rows[0]?.wrong).toBe(0);
}

test('ticket numbers have no gap and no double over three devices that go offline', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const devices = Array.from({ length: DEVICES }, newDevice);
      for (const one of steps) await take(devices, one);
      // Late devices send what they have, and then the numbers that nobody used are void.
      for (const one of devices) await send(one, { twice: true, atOnce: true });
      await pass(devices);
      await checkNumbers();
    }),
    { numRuns: 12 },
  );
}, 120_000);
