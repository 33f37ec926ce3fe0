/**
 * Tests many simultaneous calls on one appointment or time slot. One of them succeeds, on a file
 * and on a server.
 */
import { beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, driver, ORDER, picture, readyToDeliver } from '../support/actors';
import { type TestApp, TODAY } from '../support/app';
import { onEveryDatabase } from '../support/every-database';
import { takenFor } from '../support/paying';
import type { Visitor } from '../support/visitor';

onEveryDatabase((started) => {
  let app: TestApp;
  let staff: Visitor;
  beforeAll(async () => {
    app = started();
    staff = await admin(app);
  });

  const countOf = async (table: string, id: string, where = '1 = 1') => {
    const { rows } = await app.deps.db.client.execute({
      sql: `select count(*) as n from ${table} where appointment_id = ? and ${where}`,
      args: [id],
    });
    return Number(rows[0]?.n);
  };

  test('one of sixty simultaneous bookings gets the last spot', async () => {
    const order = { ...ORDER, date: TODAY, customerPhone: '(269) 555-0133' };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () => app.visitor().trpc.booking.create.mutate(order)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }, 120_000);

  test('twelve simultaneous completions make one charge, audit entry, message, photo, and device key', async () => {
    const { visitor: dana, driverId } = await driver(app);
    const id = await book(await customer(app));
    await readyToDeliver(staff, id, driverId);
    await dana.trpc.driver.enRoute.mutate({ id });
    const action = {
      id,
      actualGallons: 12,
      actionKey: 'twelve-at-once-123456',
      receiptPhoto: await picture(),
    };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => dana.trpc.driver.complete.mutate(action)),
    );
    expect(new Set(answers.map(({ totalPriceCents }) => totalPriceCents)).size).toBe(1);
    expect({
      charges: await countOf('charges', id),
      entries: await countOf('audit_log', id, "action = 'appointment.completed'"),
      messages: await countOf('outbox', id, "dedupe_key like 'completed:%'"),
      photos: await countOf('photos', id),
      keys: await countOf('device_actions', id, `key = '${action.actionKey}'`),
    }).toEqual({ charges: 1, entries: 1, messages: 1, photos: 1, keys: 1 });
    expect(takenFor(app, id)).toBe(answers[0]?.totalPriceCents ?? 0);
  }, 120_000);
});
