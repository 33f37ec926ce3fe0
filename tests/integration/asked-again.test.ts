/** Each change that staff can make, against the table of what asks again who they are. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { appRouter } from '@/server/trpc';
import { EMERGENCY_WORK } from '../support/access-table';
import { admin, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { ASKED_AGAIN, NOT_ASKED } from '../support/asked-again-table';
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

test('every change stands in the table once, or is the work of emergency access', () => {
  const told = [...Object.keys(ASKED_AGAIN), ...Object.keys(NOT_ASKED)];
  expect(told.toSorted()).toEqual(
    changes.filter((name) => !EMERGENCY_WORK.includes(name)).toSorted(),
  );
});

describe('five minutes after the sign-in', () => {
  for (const [call, input] of Object.entries(ASKED_AGAIN)) {
    test(`${call} asks again`, async () => {
      staff = await admin(app);
      app.clock.advance(CONFIRMED_FOR_MS + 1);
      const asked = { call, status: 403, reason: 'confirm_identity' };
      expect(await make(call, input)).toEqual(asked);
    });
  }

  test('a driver is asked before a link to their calendar is made, and an admin is not while ending it', async () => {
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

  test('the texts of support are saved unasked while its address and phone stay', async () => {
    const office = await admin(app);
    const { email, phone } = await office.trpc.admin.supportSettings.query();
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    const { saveSupport } = office.trpc.admin;
    await saveSupport.mutate({ serviceArea: 'The whole lake', email, phone } as never);
    const other = saveSupport.mutate({ phone: '(269) 555-0142' } as never);
    expect(await refusal(other)).toMatchObject({ status: 403, reason: 'confirm_identity' });
  });
});
