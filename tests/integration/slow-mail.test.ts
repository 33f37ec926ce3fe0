/** With a slow or crashing mail server, each message is sent once, whichever process sends it. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createDb, type Db } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { outbox } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { startJobs } from '@/server/jobs/schedule';
import { type SendingPace, sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Mail } from '@/server/ports/mail/port';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import { startTestApp, type TestApp } from '../support/app';
import { startMailSink } from '../support/mail-sink';

const CLAIM_MS = 60_000;
const NEVER_MS = 3_600_000;
const lanes = (mail: number) => ({ mail, text: 1, push: 1, call: 1 });
/** Unless a test turns it on, claims aren't renewed and nothing looks for due messages. */
const PACE: SendingPace = {
  claimMs: CLAIM_MS,
  renewMs: NEVER_MS,
  lookMs: NEVER_MS,
  lanes: lanes(3),
};

let app: TestApp;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  app = await startTestApp();
  ends.push(() => app.close());
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An email server that answers when the test lets it. */
function slowServer() {
  const begun: { mail: Mail; answer(error?: Error): void }[] = [];
  return {
    begun,
    subjects: () => begun.map(({ mail }) => mail.subject),
    port: {
      send: (mail: Mail) =>
        new Promise<void>((resolve, reject) => {
          begun.push({ mail, answer: (error) => (error ? reject(error) : resolve()) });
        }),
      close: async () => {},
    },
  };
}

/** Another process on the same database, with its own mail server. */
async function another(): Promise<{ deps: Deps; server: ReturnType<typeof slowServer> }> {
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  const db: Db = await createDb({ url: `file:${rows[0]?.file}` });
  ends.push(() => db.close());
  const server = slowServer();
  return { deps: { ...app.deps, db, mail: server.port }, server };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function queue(subject: string, recipient = `${subject}@lake.example`) {
  const now = app.clock.now();
  const row = { subject, recipient, body: 'Hello', createdAt: now, nextAttemptAt: now };
  await app.deps.db.write((orm) =>
    insertRow(orm, outbox, { id: subject, dedupeKey: subject, ...row }),
  );
  // The outbox is ordered by instant.
  app.clock.advance(1);
}

async function row(id: string) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select next_attempt_at, sent_at, attempts from outbox where id = ?',
    args: [id],
  });
  return { nextAttemptAt: Number(rows[0]?.next_attempt_at), sentAt: rows[0]?.sent_at };
}

test("another process doesn't send a message that the email server takes ten minutes for", async () => {
  await queue('one');
  const first = await another();
  const second = await another();
  const sending = sendOutbox(first, undefined, { ...PACE, renewMs: 5 });
  await until(() => first.server.begun.length === 1);
  for (let passed = 0; passed < 600_000; passed += 40_000) {
    app.clock.advance(40_000);
    await until(async () => (await row('one')).nextAttemptAt === app.clock.now() + CLAIM_MS);
    expect(await sendOutbox(second, undefined, PACE)).toBe(0);
  }
  first.server.begun[0]?.answer();
  expect(await sending).toBe(1);
  app.clock.advance(NEVER_MS);
  expect(await sendOutbox(second, undefined, PACE)).toBe(0);
  expect(second.server.begun).toEqual([]);
});

test('the claim on a message that waits for its turn is renewed', async () => {
  for (const name of ['one', 'two']) await queue(name);
  const { deps, server } = await another();
  const sending = sendOutbox({ deps }, undefined, { ...PACE, lanes: lanes(1), renewMs: 5 });
  await until(() => server.begun.length === 1);
  for (const _ of Array(3)) {
    app.clock.advance(50_000);
    await until(async () => (await row('two')).nextAttemptAt === app.clock.now() + CLAIM_MS);
  }
  expect(server.subjects()).toEqual(['one']);
  server.begun[0]?.answer();
  await until(() => server.begun.length === 2);
  server.begun[1]?.answer();
  expect(await sending).toBe(2);
});

test("a message that's withdrawn before its turn isn't sent", async () => {
  for (const name of ['one', 'two', 'three']) await queue(name);
  const { deps, server } = await another();
  const sending = sendOutbox({ deps }, undefined, { ...PACE, lanes: lanes(1) });
  await until(() => server.begun.length === 1);
  app.clock.advance(50_000);
  await app.deps.db.client.execute("delete from outbox where id = 'two'");
  server.begun[0]?.answer();
  await until(() => server.begun.length === 2);
  server.begun[1]?.answer();
  expect(await sending).toBe(2);
  expect(server.subjects()).toEqual(['one', 'three']);
});

test("a slow email server doesn't delay other channels", async () => {
  for (const name of ['one', 'two']) await queue(name);
  const { deps, server } = await another();
  const sending = sendOutbox({ deps }, undefined, { ...PACE, lanes: lanes(1), lookMs: 5 });
  await until(() => server.begun.length === 1);
  await queue('call', 'nobody');
  await app.deps.db.client.execute("update outbox set channel = 'call' where id = 'call'");
  const isDone = "select 1 from outbox where id = 'call' and given_up_at is not null";
  await until(async () => (await app.deps.db.client.execute(isDone)).rows.length > 0);
  for (const at of [0, 1]) {
    await until(() => server.begun.length > at);
    server.begun[at]?.answer();
  }
  expect(await sending).toBe(2);
});

test("a late failure of a process doesn't affect the process that now sends the message", async () => {
  await queue('one');
  const [frozen, second, third] = [await another(), await another(), await another()];
  const failing = sendOutbox(frozen, undefined, PACE);
  await until(() => frozen.server.begun.length === 1);
  // The send hangs, and its claim expires.
  app.clock.advance(CLAIM_MS);
  const sending = sendOutbox(second, undefined, PACE);
  await until(() => second.server.begun.length === 1);
  frozen.server.begun[0]?.answer(new Error('connection lost'));
  await failing;
  app.clock.advance(15_000);
  expect(await sendOutbox(third, undefined, PACE)).toBe(0);
  second.server.begun[0]?.answer();
  expect(await sending).toBe(1);
  expect((await row('one')).sentAt).toBe(app.clock.now());
});

test("messages to different people don't wait for each other, and one person's are sent in order", async () => {
  await queue('booked', 'sam@lake.example');
  await queue('confirmed', 'sam@lake.example');
  for (const name of ['kim', 'ada', 'bo']) await queue(name);
  const { deps, server } = await another();
  const sending = sendOutbox({ deps }, undefined, { ...PACE, lookMs: 5 });
  await until(() => server.begun.length === 3);
  expect(server.subjects()).toEqual(['booked', 'kim', 'ada']);
  server.begun[1]?.answer();
  await until(() => server.begun.length === 4);
  server.begun[0]?.answer();
  await until(() => server.begun.length === 5);
  expect(server.subjects()).toEqual(['booked', 'kim', 'ada', 'bo', 'confirmed']);
  for (const { answer } of server.begun) answer();
  expect(await sending).toBe(5);
});

test("a new message doesn't wait for a slow one", async () => {
  await queue('slow');
  const { deps, server } = await another();
  const sending = sendOutbox({ deps }, undefined, { ...PACE, lookMs: 5 });
  await until(() => server.begun.length === 1);
  await queue('later');
  await until(() => server.begun.length === 2);
  server.begun[1]?.answer();
  await until(async () => (await row('later')).sentAt !== null);
  expect((await row('slow')).sentAt).toBeNull();
  server.begun[0]?.answer();
  expect(await sending).toBe(2);
});

test('a stopping process starts no further message', async () => {
  for (const name of ['one', 'two', 'three', 'four']) await queue(name);
  const { deps, server } = await another();
  const jobs = startJobs({ ...deps, clock: { now: Date.now } });
  await until(() => server.begun.length === 3);
  const stopped = jobs.stop();
  for (const { answer } of server.begun) answer();
  await stopped;
  expect(server.subjects()).toEqual(['one', 'two', 'three']);
  expect(await row('four')).toMatchObject({ sentAt: null });
});

test('a stopping process releases its lease while the email server is still working', async () => {
  await queue('one');
  const { deps, server } = await another();
  const rhythm = { beatMs: 50, afterWriteMs: 10, leaseMs: 60_000, renewWithinMs: 1_000 };
  const jobs = startJobs({ ...deps, clock: { now: Date.now } }, { ...rhythm, stopWithinMs: 50 });
  const held = 'select 1 from leases';
  await until(async () => (await app.deps.db.client.execute(held)).rows.length > 0);
  await until(() => server.begun.length === 1);
  await jobs.stop();
  expect((await app.deps.db.client.execute(held)).rows).toEqual([]);
  // Another process has to wait until its claim expires.
  expect((await row('one')).nextAttemptAt).toBeGreaterThan(Date.now());
  server.begun[0]?.answer();
  await until(async () => (await row('one')).sentAt !== null);
});

test('the same Message-ID is sent again after an unknown outcome, by any process', async () => {
  const id = Bun.randomUUIDv7();
  await queue(id, 'sam@lake.example');
  let hangsUp = 2;
  const sink = await startMailSink(async () => {
    hangsUp -= 1;
    return hangsUp < 0;
  });
  ends.push(() => sink.close());
  for (let process = 0; process < 3; process += 1) {
    const { deps } = await another();
    const mail = createSmtpMail({ url: sink.url, from: 'Dockside, Inc. <us@dock.example>' });
    ends.push(() => mail.close());
    await sendOutbox({ deps: { ...deps, mail } });
    app.clock.advance(NEVER_MS);
  }
  expect(sink.taken.map(({ messageId }) => messageId)).toEqual(
    Array.from({ length: 3 }, () => `<${id}@dock.example>`),
  );
  expect((await row(id)).sentAt).not.toBeNull();
});
