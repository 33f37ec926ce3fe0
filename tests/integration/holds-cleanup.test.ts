import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expireHolds } from '@/server/modules/appointments/hold-expiry.usecases';
import { forgetOldChanges, newestChange } from '@/server/modules/live/changes.repository';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DAY = 24 * 3_600_000;

test('the system cancels a hold that expired more than a day ago, with an audit entry', async () => {
  const visitor = await customer(app);
  const saved = await book(visitor, { time: '12:00 PM - 2:00 PM' });
  const { appointment: held } = await visitor.trpc.booking.create.mutate(ORDER);

  app.clock.advance(DAY);
  expect(await expireHolds(app)).toBe(0);
  app.clock.advance(16 * 60_000);
  expect(await expireHolds(app)).toBe(1);
  expect(await expireHolds(app)).toBe(0);

  const staff = await admin(app);
  const { appointment, history } = await staff.trpc.admin.appointment.query({ id: held.id });
  expect(appointment.status).toBe('cancelled');
  expect(history[0]).toMatchObject({
    action: 'appointment.cancelled',
    actorKind: 'system',
    actorName: 'Hold cleanup',
    after: { status: 'cancelled', reason: 'The hold expired.' },
  });
  const kept = await staff.trpc.admin.appointment.query({ id: saved });
  expect(kept.appointment.status).toBe('pending');
});

test('old changes are deleted, and the version stays', async () => {
  const before = await newestChange(app.deps.db.orm);
  await app.deps.db.client.execute(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20100)
     insert into changes (topic) select 'support' from n`,
  );
  await forgetOldChanges(app.deps.db);
  expect(await newestChange(app.deps.db.orm)).toBe(before + 20_100);
  const { rows } = await app.deps.db.client.execute('select count(*) as n from changes');
  expect(rows[0]?.n).toBe(20_001);
});
