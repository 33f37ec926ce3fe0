/** Compares each staff change with the table of changes that need a new proof. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { appRouter } from '@/server/trpc';
import { EMERGENCY_WORK } from '../support/access-table';
import { admin, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { CONFIRMS_IDENTITY, CONFIRMS_NO_IDENTITY } from '../support/confirm-identity-table';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  await driver(app);
});
afterAll(() => app.close());

type Procedure = { _def: { type: string } };
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const changes = Object.entries(procedures)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([name]) => name);

async function make(call: string, input: object) {
  const { status, body } = await staff.rest('POST', `/api/trpc/${call}`, { json: input });
  return { call, status, reason: body.error?.json.data.reason ?? null };
}

test('every change is in the table once, or belongs to emergency access', () => {
  const told = [...Object.keys(CONFIRMS_IDENTITY), ...Object.keys(CONFIRMS_NO_IDENTITY)];
  expect(told.toSorted()).toEqual(
    changes.filter((name) => !EMERGENCY_WORK.includes(name)).toSorted(),
  );
});

describe('five minutes after the sign-in', () => {
  for (const [call, input] of Object.entries(CONFIRMS_IDENTITY)) {
    test(`${call} asks again`, async () => {
      staff = await admin(app);
      app.clock.advance(CONFIRMED_FOR_MS + 1);
      const confirms = { call, status: 403, reason: 'confirm_identity' };
      expect(await make(call, input)).toEqual(confirms);
    });
  }

  test('a driver verifies before creating a calendar link, and an admin revokes it without a proof', async () => {
    const dana = await driver(app);
    const office = await admin(app);
    const link = { name: 'Phone', driverId: null };
    const { id } = await office.trpc.calendar.createLink.mutate(link);
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    expect(await refusal(dana.visitor.trpc.calendar.createLink.mutate(link))).toMatchObject({
      status: 403,
      reason: 'confirm_identity',
    });
    await office.trpc.calendar.revokeLink.mutate({ id });
  });

  test("the support texts are saved without a proof if the address and phone don't change", async () => {
    const office = await admin(app);
    const { email, phone } = await office.trpc.admin.supportSettings.query();
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    const { saveSupport } = office.trpc.admin;
    await saveSupport.mutate({ serviceArea: 'The whole lake', email, phone } as never);
    const other = saveSupport.mutate({ phone: '(269) 555-0142' } as never);
    expect(await refusal(other)).toMatchObject({ status: 403, reason: 'confirm_identity' });
  });
});
