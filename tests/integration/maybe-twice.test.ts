/**
 * A message can only arrive twice if its provider accepted it and the answer was lost, or the process
 * stopped in between. These are counted.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createDb } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { outbox } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { readFigures } from '@/server/modules/metrics/metrics.repository';
import { type SendingPace, sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Mail } from '@/server/ports/mail/port';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import type { PushTrouble } from '@/server/ports/push/local';
import type { Trouble } from '@/server/ports/texts/local';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { startMailSink } from '../support/mail-sink';

const HOUR_MS = 3_600_000;
const PACE: SendingPace = {
  ...{ claimMs: 60_000, renewMs: HOUR_MS, lookMs: HOUR_MS },
  lanes: { mail: 3, text: 3, push: 3, call: 1 },
};
const NONE = { mail: 0, text: 0, push: 0 };

let app: TestApp;
let troubles: { text: Trouble | null; push: PushTrouble | null };
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  troubles = { text: null, push: null };
  app = await startTestApp({
    capacity: 50,
    texts: () => troubles.text,
    pushes: () => troubles.push,
  });
  ends.push(() => app.close());
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const counted = async () =>
  Object.fromEntries((await readFigures(app.deps.db, app.clock.now())).maybeTwice);
async function later(deps: Deps = app.deps, ms = HOUR_MS) {
  app.clock.advance(ms);
  await sendOutbox({ deps }, undefined, PACE);
}

async function queue(name: string) {
  const now = app.clock.now();
  const times = { createdAt: now, nextAttemptAt: now };
  await app.deps.db.write((orm) =>
    insertRow(orm, outbox, {
      ...{ id: name, dedupeKey: name, subject: name, body: 'Hello', ...times },
      recipient: `${name}@lake.example`,
    }),
  );
}

/** Another process on the same database. */
async function anotherProcess(mail: Deps['mail']): Promise<Deps> {
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  const db = await createDb({ url: `file:${rows[0]?.file}` });
  ends.push(() => db.close());
  return { ...app.deps, db, mail };
}

/** An email server in the process, whose answer never comes. */
function silentServer() {
  const begun: { mail: Mail; answer(error?: Error): void }[] = [];
  const send = (mail: Mail) =>
    new Promise<void>((resolve, reject) => {
      begun.push({ mail, answer: (error) => (error ? reject(error) : resolve()) });
    });
  return { begun, port: { send, close: async () => {} } };
}

describe('an email', () => {
  test('whose answer was lost twice is counted twice', async () => {
    await queue('one');
    let answers = -2;
    const sink = await startMailSink(async () => answers++ >= 0);
    const mail = createSmtpMail({ url: sink.url, from: 'us@dock.example' });
    ends.push(sink.close, () => mail.close());
    await later({ ...app.deps, mail });
    // Until one attempt is known to have arrived, the first one may be the only one that did.
    expect(await counted()).toEqual(NONE);
    await later({ ...app.deps, mail });
    expect(await counted()).toEqual({ ...NONE, mail: 1 });
    await later({ ...app.deps, mail });
    expect(await counted()).toEqual({ ...NONE, mail: 2 });
    expect(sink.taken).toHaveLength(3);
  });

  test('that the server refused or never got is sent again and not counted', async () => {
    await queue('one');
    const unreached = createSmtpMail({ url: 'smtp://127.0.0.1:1', from: 'us@dock.example' });
    ends.push(() => unreached.close());
    await later({ ...app.deps, mail: unreached });
    const busy = Object.assign(new Error('busy'), { responseCode: 451 });
    const mail = { send: () => Promise.reject(busy), close: async () => {} };
    await later({ ...app.deps, mail });
    await later();
    expect(app.mails).toHaveLength(1);
    expect(await counted()).toEqual(NONE);
  });

  test('of a process that stopped is counted once another process sends it', async () => {
    await queue('one');
    const silent = silentServer();
    const stopped = await anotherProcess(silent.port);
    app.clock.advance(1);
    void sendOutbox({ deps: stopped }, undefined, PACE);
    while (silent.begun.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await counted()).toEqual(NONE);
    await later();
    expect(await counted()).toEqual({ ...NONE, mail: 1 });
    expect(app.mails).toHaveLength(1);
  });

  test('that a frozen process and another one sent is counted once', async () => {
    await queue('one');
    const silent = silentServer();
    const frozen = await anotherProcess(silent.port);
    app.clock.advance(1);
    const sending = sendOutbox({ deps: frozen }, undefined, PACE);
    while (silent.begun.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await later();
    silent.begun[0]?.answer();
    await sending;
    expect(await counted()).toEqual({ ...NONE, mail: 1 });
  });
});

test('an email server that’s down for an hour gets every message once, when it’s back', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `person${index}`);
  for (const name of names) await queue(name);
  const unreached = createSmtpMail({ url: 'smtp://127.0.0.1:1', from: 'us@dock.example' });
  ends.push(() => unreached.close());
  const minutes = async (count: number, deps: Deps) => {
    for (let minute = 0; minute < count; minute += 1) await later(deps, 60_000);
  };
  await minutes(60, { ...app.deps, mail: unreached });
  expect(app.mails).toEqual([]);
  // The pause between attempts is 15 minutes at most.
  await minutes(16, app.deps);
  expect(app.mails.map(({ subject }) => subject).sort()).toEqual(names.toSorted());
  expect(await counted()).toEqual(NONE);
});

describe('a text', () => {
  const texted = async () => {
    const staff = await admin(app);
    const sam = await customer(app);
    const { driverId } = await driver(app);
    const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, id, driverId);
  };

  test('whose answer was lost is found at the provider, so it’s sent once and not counted', async () => {
    await texted();
    troubles.text = 'lost';
    await later(app.deps, 1_000);
    troubles.text = null;
    const before = (await app.texts()).length;
    expect(before).toBeGreaterThan(0);
    await later(app.deps, 60_000);
    expect(await app.texts()).toHaveLength(before);
    expect(await counted()).toEqual(NONE);
  });

  test('that the provider doesn’t list yet is sent again and counted', async () => {
    await texted();
    const { texts } = app.deps;
    if (!texts) throw new Error('texts are on');
    const unlisted = { ...app.deps, texts: { ...texts, find: async () => null } };
    troubles.text = 'lost';
    await later(unlisted, 1_000);
    troubles.text = null;
    const before = (await app.texts()).length;
    await later(unlisted, 60_000);
    expect(await app.texts()).toHaveLength(2 * before);
    expect(await counted()).toEqual({ ...NONE, text: before });
  });

  test('isn’t counted if the provider couldn’t be asked', async () => {
    await texted();
    const { texts } = app.deps;
    if (!texts) throw new Error('texts are on');
    const find = () => Promise.reject(new Error('no answer'));
    troubles.text = 'lost';
    await later(app.deps, 1_000);
    troubles.text = null;
    await later({ ...app.deps, texts: { ...texts, find } }, 60_000);
    await later();
    expect(await counted()).toEqual(NONE);
  });
});

describe('a notification', () => {
  const subscribed = async () => {
    const staff = await admin(app);
    const sam = await customer(app);
    const dana = await driver(app);
    const browser = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
    const endpoint = 'https://fcm.googleapis.com/fcm/send/one';
    await dana.visitor.trpc.push.subscribe.mutate({ ...browser, endpoint });
    const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, id, dana.driverId);
  };

  test('whose answer was lost is counted, and has the same ID the second time', async () => {
    await subscribed();
    troubles.push = 'lost';
    await later(app.deps, 6_000);
    troubles.push = null;
    await later(app.deps, 60_000);
    const ids = (await app.pushes()).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await counted()).toEqual({ ...NONE, push: 1 });
  });

  test.each(['down', 'gone', 'rejected', 'twice'] as const)(
    'isn’t counted if the service’s answer is clear: %s',
    async (trouble) => {
      await subscribed();
      troubles.push = trouble;
      await later(app.deps, 6_000);
      troubles.push = null;
      await later(app.deps, 60_000);
      expect(await counted()).toEqual(NONE);
    },
  );
});
