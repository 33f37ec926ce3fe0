/** Makes every call from a page that shows a different person than the signed-in one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { NOBODY, PAGE_OF, SESSION_OF } from '@/domain/account/page-person';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { appRouter } from '@/server/trpc';
import { admin, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { ANY_PAGE } from '../support/page-person-table';
import { noting } from '../support/query-log';
import type { Visitor } from '../support/visitor';

type Person = 'nobody' | 'anna' | 'bert' | 'driver' | 'admin';
type Taken = ReturnType<ReturnType<typeof noting>['take']>;

let app: TestApp;
let takeStatements: () => Taken;
let ids: Record<Person, string>;
let anna: Visitor;

beforeAll(async () => {
  app = await startTestApp({
    db(real) {
      const log = noting(real);
      takeStatements = log.take;
      return log.db;
    },
  });
  const idOf = async (visitor: Visitor) => (await visitor.trpc.auth.me.query())?.id ?? '';
  anna = await customer(app);
  ids = {
    nobody: NOBODY,
    anna: await idOf(anna),
    bert: await idOf(await customer(app)),
    driver: await idOf((await driver(app)).visitor),
    admin: await idOf(await admin(app)),
  };
});
afterAll(() => app.close());

type Procedure = { _def: { type: string } };
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const CALLS = Object.entries(procedures).map(([name, { _def }]) => ({ name, type: _def.type }));
/** A refused stream ends, and any other continues. */
const ENDING = CALLS.filter(({ type }) => type !== 'subscription');
const REFUSED = CALLS.filter(({ name }) => !(name in ANY_PAGE));

/** Opens a separate session, because a call may end it. A visitor's page has no cookie. */
async function cookieOf(person: Person): Promise<Record<string, string>> {
  if (person === 'nobody') return {};
  const { token } = await openSession(app, { userId: ids[person] });
  return { cookie: `dockside_session=${token}` };
}

const at = (path: string) => `http://dockside.test${path}`;

/** Makes a call without input, as that person's page. */
async function ask(
  { name, type }: { name: string; type: string },
  page: Person,
  cookie: Record<string, string>,
) {
  const headers = { ...cookie, [PAGE_OF]: ids[page] };
  const params = new URLSearchParams({ connectionParams: JSON.stringify({ pageOf: ids[page] }) });
  const isStream = type === 'subscription';
  const answer = await app.handle(
    type === 'mutation'
      ? new Request(at(`/api/trpc/${name}`), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"json":{}}',
        })
      : new Request(at(`/api/trpc/${name}${isStream ? `?${params}` : ''}`), {
          headers: isStream ? { ...cookie, accept: 'text/event-stream' } : headers,
        }),
  );
  return { name, status: answer.status, text: await answer.text() };
}

const isChanged = ({ text }: { text: string }) => text.includes('"person_changed"');

test('the table names only existing procedures', () => {
  const names = CALLS.map(({ name }) => name);
  expect(Object.keys(ANY_PAGE).filter((name) => !names.includes(name))).toEqual([]);
});

const CHANGES: { page: Person; session: Person }[] = [
  { page: 'anna', session: 'bert' },
  { page: 'anna', session: 'nobody' },
  { page: 'nobody', session: 'anna' },
  { page: 'admin', session: 'anna' },
  { page: 'driver', session: 'admin' },
  { page: 'admin', session: 'driver' },
];

for (const { page, session } of CHANGES) {
  describe(`a page of ${page} with the session of ${session}`, () => {
    test('is refused by every call, without a read or a write', async () => {
      const cookie = await cookieOf(session);
      // From now on, the process caches the session.
      await ask({ name: 'auth.me', type: 'query' }, session, cookie);
      takeStatements();
      for (const call of REFUSED) {
        const refused = await ask(call, page, cookie);
        expect({ ...refused, isChanged: isChanged(refused) }).toMatchObject({
          name: call.name,
          isChanged: true,
        });
        if (call.type !== 'subscription')
          expect([call.name, refused.status]).toEqual([call.name, 409]);
        expect(refused.text).toContain(`"sessionOf":"${ids[session]}"`);
      }
      const others = takeStatements().filter(
        ({ text }) => !/^select case when exists \(select 1 from "sessions"/.test(text),
      );
      expect(others).toEqual([]);
    });

    test('may ask who is signed in, sign in, and read public data', async () => {
      const cookie = await cookieOf(session);
      for (const call of CALLS.filter(({ name }) => name in ANY_PAGE)) {
        const answer = await ask(call, page, cookie);
        expect({ name: call.name, isChanged: isChanged(answer) }).toEqual({
          name: call.name,
          isChanged: false,
        });
      }
    });
  });
}

for (const person of ['nobody', 'anna', 'driver', 'admin'] as const) {
  test(`a page of ${person} makes every call with the session of ${person}`, async () => {
    for (const call of ENDING) {
      const answer = await ask(call, person, await cookieOf(person));
      expect([call.name, isChanged(answer)]).toEqual([call.name, false]);
    }
  });
}

test('a session that ended in another process is nobody’s, even if this one remembers it', async () => {
  const cookie = await cookieOf('anna');
  await ask({ name: 'booking.list', type: 'query' }, 'anna', cookie);
  await app.deps.db.client.execute({
    sql: 'delete from sessions where user_id = ?',
    args: [ids.anna],
  });
  const boats = await ask({ name: 'account.boats', type: 'query' }, 'anna', cookie);
  expect(boats).toMatchObject({ status: 409 });
  expect(boats.text).toContain(`"sessionOf":"${NOBODY}"`);
});

test('each call of a batch is refused', async () => {
  const answer = await app.handle(
    new Request(at('/api/trpc/booking.create,account.addBoat?batch=1'), {
      method: 'POST',
      headers: {
        ...(await cookieOf('bert')),
        [PAGE_OF]: ids.anna,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ 0: { json: ORDER }, 1: { json: { name: 'Annabelle' } } }),
    }),
  );
  const [booked, added] = await answer.json();
  for (const { error } of [booked, added]) {
    expect(error.json.data).toMatchObject({ reason: 'person_changed', httpStatus: 409 });
  }
});

test("a deactivated driver's device hands over as nobody", async () => {
  const { visitor: dana, driverId } = await driver(app);
  const id = (await dana.trpc.auth.me.query())?.id ?? '';
  const staff = await admin(app);
  const pressedAt = new Date(app.clock.now()).toISOString();
  app.clock.advance(60_000);
  await staff.trpc.admin.retireDriver.mutate({ id: driverId, work: [] });
  const report = (pageOf: string) =>
    dana
      .fetch('/api/trpc/driver.reportIssue', {
        method: 'POST',
        headers: { [PAGE_OF]: pageOf, 'content-type': 'application/json' },
        body: JSON.stringify({
          json: { text: 'The pump leaks', actionKey: 'a-key-of-the-test', pressedAt },
        }),
      })
      .then(({ status }) => status);
  expect(await report(id)).toBe(409);
  expect(await report(NOBODY)).toBe(200);
});

test('an answer that starts or ends a session names its new owner', async () => {
  const signIn = { username: 'carla', password: 'six-characters' };
  const carla = await customer(app, signIn);
  const { id } = (await carla.trpc.auth.me.query()) ?? {};
  const send = (call: string, input: object) =>
    carla.fetch(`/api/trpc/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
  const said = async (answer: Promise<Response>) => (await answer).headers.get(SESSION_OF);
  expect(await said(send('auth.logout', {}))).toBe(NOBODY);
  expect(await said(send('auth.login', { ...signIn, password: 'not-hers' }))).toBeNull();
  expect(await said(send('auth.login', signIn))).toBe(id ?? '');
  expect(await said(send('auth.requestEmailProof', {}))).toBeNull();
});

test("outside callers don't have to name a page", async () => {
  const caller = await customer(app);
  const { status } = await caller.fetch('/api/appointments', { headers: { [PAGE_OF]: ids.bert } });
  expect(status).toBe(200);
});

test("an export's address has its page's person", async () => {
  const staff = await admin(app);
  const path = '/api/admin/export/customers.csv';
  const of = async (visitor: Visitor, pageOf: string) => {
    const { status, body } = await visitor
      .fetch(`${path}?pageOf=${pageOf}`)
      .then(async (answer) => ({ status: answer.status, body: await answer.text() }));
    return { status, isChanged: body.includes('"person_changed"') };
  };
  expect(await of(staff, ids.admin)).toEqual({ status: 200, isChanged: false });
  expect(await of(staff, ids.driver)).toEqual({ status: 409, isChanged: true });
  expect(await of(anna, ids.admin)).toEqual({ status: 409, isChanged: true });
  expect((await staff.fetch(path)).status).toBe(200);
});
