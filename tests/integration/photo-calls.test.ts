/** Every call that accepts a photo counts it, and refuses one too many before decoding it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { LIMITS } from '@/domain/limits';
import { PHOTO_MESSAGES } from '@/domain/photos';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { PictureQueueFull } from '@/server/ports/pictures/port';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { dataUrl, fourCorners } from '../support/pictures';
import { PROCEDURES, takesPhoto } from '../support/schemas';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let people: Record<'customer' | 'driver' | 'admin', Visitor>;
let ids: Record<'ready' | 'completed' | 'cancelled' | 'boat' | 'customer', string>;
/** Counts the pictures that were decoded. */
let decoded = 0;
let photo: string;

const key = () => crypto.randomUUID();
const REPORT = key();

beforeAll(async () => {
  app = await startTestApp({ capacity: 10 });
  const sam = await customer(app);
  const staff = await admin(app);
  const dana = await driver(app);
  people = { customer: sam, driver: dana.visitor, admin: staff };
  const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Gull' });
  const delivery = async () => {
    const id = await book(sam, { date: TODAY });
    await readyToDeliver(staff, id, dana.driverId);
    return id;
  };
  const [ready, completed, cancelled] = [await delivery(), await delivery(), await delivery()];
  await staff.trpc.admin.complete.mutate({ id: completed, actualGallons: 5 });
  await staff.trpc.admin.cancel.mutate({ id: cancelled });
  await dana.visitor.trpc.driver.reportIssue.mutate({ actionKey: REPORT, text: 'The pump leaks' });
  const me = await sam.trpc.auth.me.query();
  ids = { ready, completed, cancelled, boat: boat?.id ?? '', customer: me?.id ?? '' };
  app.deps.settings.limitFactor = 1;
  const { toJpeg } = app.deps.pictures;
  app.deps.pictures.toJpeg = (...given) => {
    decoded += 1;
    return toJpeg(...given);
  };
  photo = dataUrl(await new Bun.Image(fourCorners()).jpeg().bytes());
});
afterAll(() => app.close());

type Call = { by: keyof typeof people; input(): Record<string, unknown> };

/** Makes each of these calls as someone who is allowed to, so that only the limit can refuse it. */
const CALLS: Record<string, Call> = {
  'account.addBoat': { by: 'customer', input: () => ({ name: 'Tern', fillerPhoto: photo }) },
  'account.editBoat': {
    by: 'customer',
    input: () => ({ id: ids.boat, name: 'Gull', fillerPhoto: photo }),
  },
  'admin.addCustomerBoat': {
    by: 'admin',
    input: () => ({ customerId: ids.customer, name: 'Tern', fillerPhoto: photo }),
  },
  'admin.editCustomerBoat': {
    by: 'admin',
    input: () => ({ customerId: ids.customer, id: ids.boat, name: 'Gull', fillerPhoto: photo }),
  },
  'admin.complete': {
    by: 'admin',
    input: () => ({ id: ids.ready, actualGallons: 5, receiptPhoto: photo }),
  },
  'admin.patch': {
    by: 'admin',
    input: () => ({ id: ids.ready, status: 'completed', actualGallons: 5, fuelPhoto: photo }),
  },
  'admin.recordDelivery': {
    by: 'admin',
    input: () => ({ id: ids.cancelled, actualGallons: 5, reason: 'Made', fuelPhoto: photo }),
  },
  'admin.saveHomePhoto': { by: 'admin', input: () => ({ photo, alt: 'Our boat' }) },
  'admin.saveLogo': { by: 'admin', input: () => ({ logo: photo }) },
  'driver.patch': {
    by: 'driver',
    input: () => ({ id: ids.ready, status: 'completed', actualGallons: 5, fuelPhoto: photo }),
  },
  'driver.complete': {
    by: 'driver',
    input: () => ({ id: ids.ready, actualGallons: 5, fuelPhoto: photo }),
  },
  'driver.completePhoto': {
    by: 'driver',
    input: () => ({ id: ids.completed, actionKey: key(), photo }),
  },
  'driver.fillerPhoto': { by: 'driver', input: () => ({ id: ids.ready, actionKey: key(), photo }) },
  'driver.reportIssuePhoto': { by: 'driver', input: () => ({ id: REPORT, photo }) },
};

test('the table names every call that accepts a photo', () => {
  const taking = PROCEDURES.filter(({ inputs }) => inputs.some(takesPhoto));
  expect(Object.keys(CALLS).sort()).toEqual(taking.map(({ name }) => name).sort());
});

async function use(who: keyof typeof people): Promise<void> {
  const me = await people[who].trpc.auth.me.query();
  const account = me?.id ?? '';
  for (;;) {
    const attempt = takeAttempt(app, { name: 'photo', account, address: null });
    if (!(await attempt.then(() => true).catch(() => false))) return;
  }
}

async function make(name: string): Promise<{ status: number; message: string | undefined }> {
  const { by, input } = CALLS[name] as Call;
  const answer = await people[by].fetch(`/api/trpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input() }),
  });
  const { error } = (await answer.json()) as { error?: { json: { message: string } } };
  return { status: answer.status, message: error?.json.message };
}

for (const name of Object.keys(CALLS)) {
  test(`${name} refuses one photo too many and decodes nothing`, async () => {
    await use(CALLS[name]?.by ?? 'admin');
    const before = decoded;
    const { status, message } = await make(name);
    expect([status, decoded - before]).toEqual([429, 0]);
    expect(message).toStartWith(LIMITS.photo.message);
  });
}

test('the REST paths also count photos', async () => {
  const delivered = { actualGallons: 5, fuelPhoto: photo };
  const calls = [
    ['POST', `/api/appointments/${ids.ready}/complete`, delivered],
    ['PATCH', `/api/appointments/${ids.ready}`, { ...delivered, status: 'completed' }],
  ] as const;
  for (const by of ['driver', 'admin'] as const) {
    await use(by);
    for (const [method, path, body] of calls) {
      const { status } = await people[by].rest(method, path, body);
      expect([by, method, status]).toEqual([by, method, 429]);
    }
  }
});

test("a call without a photo isn't counted", async () => {
  await use('driver');
  const { driver } = people.driver.trpc;
  await driver.enRoute.mutate({ id: ids.ready });
  await driver.complete.mutate({ id: ids.ready, actualGallons: 20 });
});

test('a full photo queue gets a message, and nothing is stored', async () => {
  app.clock.advance(3_600_000);
  const { toJpeg } = app.deps.pictures;
  const full = [
    ['owner', { status: 429, message: PHOTO_MESSAGES.mostOfOwner }],
    ['all', { status: 503, message: PHOTO_MESSAGES.mostOfAll }],
  ] as const;
  for (const [of, answer] of full) {
    app.deps.pictures.toJpeg = () => Promise.reject(new PictureQueueFull(of));
    expect(await make('account.editBoat')).toEqual(answer);
  }
  app.deps.pictures.toJpeg = toJpeg;
  expect(await people.customer.trpc.account.boats.query()).toMatchObject([{ fillerPhotoId: null }]);
});

test("each photo is decoded if there's room", async () => {
  app.clock.advance(3_600_000);
  const before = decoded;
  expect(await make('driver.completePhoto')).toMatchObject({ status: 200 });
  expect(await make('account.editBoat')).toMatchObject({ status: 200 });
  expect(decoded - before).toBe(2);
});
