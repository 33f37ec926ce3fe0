/** While Stripe accepts every call and answers none, nothing at a dock waits for it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Deps } from '@/server/config/deps';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let isSilent = false;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
let silence: PromiseWithResolvers<void>;

beforeAll(async () => {
  silence = Promise.withResolvers();
  app = await startTestApp({ capacity: 100, payments: hanging });
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterAll(async () => {
  silence.resolve();
  await app.close();
});

/** Every call waits while Stripe is silent. */
function hanging(real: Deps['payments']): Deps['payments'] {
  return new Proxy(real, {
    get(port, name) {
      const call = Reflect.get(port, name);
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]) => {
        if (isSilent) await silence.promise;
        return Reflect.apply(call, port, args);
      };
    },
  });
}

/** An appointment that this driver delivers. */
async function stop(): Promise<string> {
  const id = await book(sam);
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}

// A call that waited for Stripe would never end here.
test.each<[string, (id: string) => Promise<unknown>]>([
  ['a driver sets out', (id) => dana.visitor.trpc.driver.enRoute.mutate({ id })],
  [
    'a driver completes',
    async (id) => {
      await dana.visitor.trpc.driver.enRoute.mutate({ id });
      return dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
    },
  ],
  [
    'a driver could not deliver',
    async (id) => {
      await dana.visitor.trpc.driver.enRoute.mutate({ id });
      return dana.visitor.trpc.driver.notDelivered.mutate({
        id,
        reason: 'no_access',
        actionKey: id,
      });
    },
  ],
  ['staff complete', (id) => staff.trpc.admin.complete.mutate({ id, actualGallons: 20 })],
  ['staff cancel', (id) => staff.trpc.admin.cancel.mutate({ id })],
  ['a customer cancels', (id) => sam.trpc.booking.cancel.mutate({ id })],
  [
    'staff reschedule',
    (id) =>
      staff.trpc.admin.reschedule.mutate({ id, date: '2026-06-20', time: '10:00 AM - 12:00 PM' }),
  ],
])('%s', async (_name, act) => {
  isSilent = false;
  const id = await stop();
  isSilent = true;
  expect(await act(id)).toBeDefined();
});
