/** A payment service that never answers doesn't keep a driver waiting. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';

let app: TestApp;
let hanging: PromiseWithResolvers<void> | null = null;
beforeAll(async () => {
  app = await startTestApp({
    payments: (real) => ({
      ...real,
      async confirmPaymentIntent(input) {
        await hanging?.promise;
        return real.confirmPaymentIntent(input);
      },
    }),
  });
});
afterAll(() => app.close());

test('a completion is recorded and answered while the charge is pending, which settles once later', async () => {
  const staff = await admin(app);
  const id = await book(await customer(app));
  await readyToDeliver(staff, id);
  hanging = Promise.withResolvers();
  const result = await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  expect(result).toMatchObject({ balancePaid: false, paymentProcessed: false });
  expect(result.paymentError).toContain('still being processed');
  hanging.resolve();
  hanging = null;
  app.clock.advance(60_000);
  await sweepCharges({ deps: app.deps });
  const again = await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  expect(again).toMatchObject({ balancePaid: true, paymentProcessed: true });
  expect(takenFor(app, id)).toBe(result.totalPriceCents);
});
