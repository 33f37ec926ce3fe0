/**
 * Sends generated calls that no person would make, over tRPC and REST, as every kind of caller.
 * FUZZ_CALLS sets the number (bun run test:fuzz: 20,000), and FUZZ_SEED repeats a run.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type * as z from 'zod/mini';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { shownFor } from '@/server/rest/described.schema';
import { OPERATIONS } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { inputsOf, LEAKS, NASTY, RAW_BODIES } from '../support/fuzz';

const CALLS = Number(process.env.FUZZ_CALLS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** These hash a password each time, which is expensive, so they get few of the calls. */
const DEAR = /login|register|password|Driver|sign-in/i;
/** A subscription doesn't end. */
const ENDLESS = 'subscription';

let app: TestApp;
let known: Record<string, unknown>;
const users = ['visitor', 'sam', 'boss', 'dana', 'guest'] as const;
type Caller = (typeof users)[number];
let headers: Record<Caller, Record<string, string>>;

beforeAll(async () => {
  app = await startTestApp({ capacity: 500 });
  const sam = await customer(app, { username: 'sam', email: 'sam@lake.example' });
  const staff = await admin(app);
  const dana = await driver(app);
  const id = await book(sam);
  await readyToDeliver(staff, id, dana.driverId);
  const guest = await app.visitor().trpc.booking.create.mutate({
    date: TOMORROW,
    time: '12:00 PM - 2:00 PM',
    location: 'Pier 4',
    estimatedGallons: 5,
    customerPhone: '2695550100',
  });
  known = {
    id,
    appointmentId: id,
    date: TOMORROW,
    from: TOMORROW,
    time: '10:00 AM - 12:00 PM',
    timeSlot: '10:00 AM - 12:00 PM',
    driverId: dana.driverId,
    location: 'Maple Island Marina',
    customerPhone: '2695550100',
    email: 'sam@lake.example',
    username: 'sam',
  };
  headers = {
    visitor: {},
    guest: { 'x-manage-token': guest.manageToken ?? '' },
    sam: {},
    boss: {},
    dana: {},
  };
  await signIn(dana.driverId);
});
afterAll(() => app.close());

/** Opens sessions without the sign-in calls under test, which may also end sessions. */
async function signIn(driverId: number) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select username from users where driver_id = ?',
    args: [driverId],
  });
  for (const [caller, username] of [
    ['sam', 'sam'],
    ['boss', 'boss'],
    ['dana', String(rows[0]?.username)],
  ] as const) {
    const user = await findUserByUsername(app.deps.db.orm, username);
    if (!user) continue;
    const { token } = await openSession(app, { userId: user.id });
    headers[caller] = { cookie: `dockside_session=${token}` };
  }
}

type Attempt = { what: string; caller: Caller; request: Request };

const json = { 'content-type': 'application/json' };
const at = (path: string) => `http://dockside.test${path}`;

function trpcRequest(name: string, type: string, input: unknown, caller: Caller): Request {
  const body = JSON.stringify({ json: input });
  return type === 'query'
    ? new Request(at(`/api/trpc/${name}?input=${encodeURIComponent(body)}`), {
        headers: headers[caller],
      })
    : new Request(at(`/api/trpc/${name}`), {
        method: 'POST',
        headers: { ...json, ...headers[caller] },
        body,
      });
}

function restRequest(method: string, path: string, input: unknown, part: string, caller: Caller) {
  const url = at(path.replace(/\{\w+\}/g, () => encodeURIComponent(part.toWellFormed())));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return new Request(url, {
    method,
    headers: { ...(hasBody && json), ...headers[caller] },
    body: hasBody ? JSON.stringify(input) : undefined,
  });
}

type Procedure = { _def: { type: string; inputs?: z.core.$ZodType[] } };
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
).filter(([, { _def }]) => _def.type !== ENDLESS);

/** One generated call: its name, its caller, and its input. */
function attempts(): fc.Arbitrary<() => Attempt> {
  const caller = fc.constantFrom(...users);
  const part = fc.oneof(
    fc.constant(String(known.id)),
    fc.constant(TOMORROW),
    fc
      .constantFrom(...NASTY.filter((value) => typeof value === 'string' && value.length < 300))
      .map(String),
  );
  const overTrpc = PROCEDURES.map(([name, { _def }]) => ({
    weight: DEAR.test(name) ? 1 : 12,
    arbitrary: fc.tuple(inputsOf(_def.inputs?.[0], known), caller).map(([input, by]) => () => ({
      what: `${name} ${JSON.stringify(input)?.slice(0, 300)}`,
      caller: by,
      request: trpcRequest(name, _def.type, input, by),
    })),
  }));
  const overRest = OPERATIONS.map((operation) => {
    const { method, path } = operation;
    const body = 'respond' in operation ? operation.takes : operation.body;
    return {
      weight: DEAR.test(path) ? 1 : 12,
      arbitrary: fc
        .tuple(inputsOf(body && (shownFor(body) ?? body), known), part, caller)
        .map(([input, value, by]) => () => ({
          what: `${method} ${path} ${value.slice(0, 100)} ${JSON.stringify(input)?.slice(0, 300)}`,
          caller: by,
          request: restRequest(method, path, input, value, by),
        })),
    };
  });
  const raw = fc
    .tuple(
      fc.constantFrom(...RAW_BODIES),
      fc.constantFrom(
        ...PROCEDURES.filter(([name]) => !DEAR.test(name)).map(([name]) => `/api/trpc/${name}`),
        '/api/appointments',
        '/api/validate-promo-code',
        '/api/stripe/webhook',
        '/api/trpc/booking.create,booking.list?batch=1',
        '/api/trpc/__proto__',
        '/api/trpc/constructor.prototype',
        '/api/trpc/booking.__proto__.toString',
      ),
      caller,
    )
    .map(([body, path, by]) => () => ({
      what: `POST ${path} ${body.slice(0, 120)}`,
      caller: by,
      request: new Request(at(path), {
        method: 'POST',
        headers: { ...json, ...headers[by] },
        body,
      }),
    }));
  return fc.oneof(...overTrpc, ...overRest, { weight: 100, arbitrary: raw });
}

async function judge({ what, caller, request }: Attempt) {
  const answer = await app.handle(request);
  const text = await answer.text();
  return { status: answer.status, finding: findingOf(answer, text, what, caller) };
}

function findingOf(answer: Response, text: string, what: string, caller: Caller): string | null {
  const told = (why: string) =>
    `${why}: as ${caller}, ${what} → ${answer.status} ${text.slice(0, 300)}`;
  if (answer.status >= 500) return told('a failure of ours');
  const echoed = /script|etc\/passwd|select|sqlite/i.test(what);
  if (!echoed && LEAKS.test(text)) return told('something of ours leaked');
  if (answer.headers.get('x-content-type-options') !== 'nosniff')
    return told('headers are missing');
  if (answer.headers.getSetCookie().some((cookie) => cookie.startsWith('stolen='))) {
    return told('a header was injected');
  }
  if ('polluted' in {}) return told('the prototype of everything was changed');
  return null;
}

test(
  `${CALLS} generated calls cause no 5xx, leak nothing, and pollute no prototype`,
  async () => {
    const driverId = Number(known.driverId);
    const tables = await tableNames();
    const findings: string[] = [];
    const statuses = new Map<number, number>();
    const made = fc.sample(attempts(), { numRuns: CALLS, seed: SEED });
    for (const [index, make] of made.entries()) {
      if (index % 100 === 0) await signIn(driverId);
      const { finding, status } = await judge(make());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (finding) findings.push(finding);
      if (findings.length > 20) break;
    }
    expect({ seed: SEED, findings }).toEqual({ seed: SEED, findings: [] });
    expect(await tableNames()).toEqual(tables);
    // Calls that are all refused at the start would prove nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(CALLS / 20);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(CALLS / 8);
    if (process.env.FUZZ_CALLS) console.log(Object.fromEntries(statuses));
  },
  60_000 + CALLS * 40,
);

const tableNames = async () =>
  (await app.deps.db.client.execute('select name from sqlite_master order by name')).rows.map(
    ({ name }) => name,
  );

test('a batch with more calls than a page makes is refused in every notation', async () => {
  const names = (count: number) => Array.from({ length: count }, () => 'auth.me').join(',');
  const visitor = app.visitor();
  expect((await visitor.fetch(`/api/trpc/${names(12)}?batch=1&input={}`)).status).toBe(200);
  for (const count of [13, 500]) {
    const answer = await visitor.fetch(`/api/trpc/${names(count)}?batch=1&input={}`);
    expect([count, answer.status]).toEqual([count, 400]);
  }
});
