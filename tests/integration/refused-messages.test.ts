/** A permanently refused message is given up and shown to staff. Any other failure is retried. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { insertRow } from '@/db/guarded-batch';
import { outbox } from '@/db/schema';
import { RESET_LINK_MS } from '@/domain/account/passwords';
import { readFigures } from '@/server/modules/metrics/metrics.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { MailRefused } from '@/server/ports/mail/port';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

const DAY = 86_400_000;

let app: TestApp;
let servers: Server[];
beforeEach(async () => {
  app = await startTestApp();
  servers = [];
});
afterEach(async () => {
  await app.deps.mail.close();
  for (const server of servers) server.close();
  await app.close();
});

/** The mail server's answers to each command, if they aren't positive. */
type Answers = Partial<Record<'MAIL' | 'RCPT' | 'DATA' | 'BODY' | 'HELLO', string>>;

/**
 * From now on, an email server with these answers receives the mail.
 * @returns the texts that it accepted
 */
async function mailServer(answers: Answers): Promise<string[]> {
  const taken: string[] = [];
  const server = createServer((socket) => {
    let body: string | null = null;
    socket.on('error', () => {});
    socket.write(`${answers.HELLO ?? '220 ready'}\r\n`);
    socket.on('data', (data) => {
      const text = data.toString();
      if (body !== null) {
        body += text;
        if (!body.endsWith('\r\n.\r\n')) return;
        if (!answers.BODY) taken.push(body);
        body = null;
        socket.write(`${answers.BODY ?? '250 taken'}\r\n`);
        return;
      }
      const verb = text.slice(0, 4).toUpperCase() as keyof Answers;
      if (verb === 'DATA' && !answers.DATA) {
        body = '';
        socket.write('354 go on\r\n');
      } else socket.write(`${answers[verb] ?? '250 ok'}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as { port: number };
  app.deps.mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'us@lake.example' });
  return taken;
}

const rows = async () =>
  (
    await app.deps.db.client.execute(
      'select recipient, attempts, sent_at, given_up_at, next_attempt_at, last_error, body from outbox order by created_at, id',
    )
  ).rows;

let messages = 0;
async function queue(over: Partial<typeof outbox.$inferInsert> = {}) {
  messages += 1;
  const now = app.clock.now();
  await app.deps.db.write((orm) =>
    insertRow(orm, outbox, {
      id: `m${messages}`,
      recipient: 'sam@lake.example',
      subject: 'Your delivery',
      body: 'Hello',
      dedupeKey: `booked:${messages}`,
      createdAt: now,
      nextAttemptAt: now,
      ...over,
    }),
  );
}

const opened = async () => {
  const staff = await admin(app);
  return (await staff.trpc.admin.reviewQueue.query()).open;
};
const waiting = async () => (await readFigures(app.deps.db, app.clock.now())).outbox;

describe('a late message', () => {
  test("isn't sent if it's no longer true, and staff are notified", async () => {
    const sam = await customer(app);
    const staff = await admin(app);
    const { visitor, driverId } = await driver(app);
    const id = await book(sam);
    await readyToDeliver(staff, id, driverId);
    const taken = await mailServer({ HELLO: '421 down' });
    await visitor.trpc.driver.enRoute.mutate({ id });
    await sendOutbox(app);
    // The host was asleep, or its mail server was down, until the trip was over.
    app.clock.advance(2 * 3_600_000);
    const later = await mailServer({});
    await sendOutbox(app);
    expect([...taken, ...later].join('\n')).not.toMatch(/^Subject: .* is on the way/m);
    const { rows: late } = await app.deps.db.client.execute(
      "select sent_at, given_up_at, last_error from outbox where subject like '%on the way%'",
    );
    expect(late).toMatchObject([
      { sent_at: null, given_up_at: app.clock.now(), last_error: 'late' },
    ]);
    expect(await opened()).toMatchObject([
      { kind: 'message_refused', delivery: { id }, reason: expect.stringContaining('in time') },
    ]);
  });

  test('is sent until its time slot ends, or while its reset link works', async () => {
    const sam = await customer(app);
    await book(sam);
    const { email } = (await sam.trpc.auth.me.query()) ?? {};
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: email ?? '' });
    const { rows: waits } = await app.deps.db.client.execute(
      'select dedupe_key, expires_at from outbox order by dedupe_key',
    );
    expect(waits).toMatchObject([
      {
        dedupe_key: expect.stringMatching(/^booked:/),
        expires_at: Date.parse(`${TOMORROW}T16:00:00Z`),
      },
      {
        dedupe_key: expect.stringMatching(/^password-reset:/),
        expires_at: app.clock.now() + RESET_LINK_MS,
      },
    ]);
  });
});

describe('a permanent refusal', () => {
  test.each([
    ['RCPT', '550 5.1.1 no such user here', 550],
    ['RCPT', '550 unknown', 550],
    ['RCPT', '553 mailbox name not allowed', 553],
    ['BODY', '554 5.6.0 message is not taken', 554],
  ] as const)(
    'with %s %s ends the message immediately, and staff are notified',
    async (verb, answer, code) => {
      await mailServer({ [verb]: answer });
      await queue();
      expect(await sendOutbox(app)).toBe(0);
      const [row] = await rows();
      expect(row).toMatchObject({
        attempts: 1,
        sent_at: null,
        given_up_at: app.clock.now(),
        next_attempt_at: null,
      });
      expect(await opened()).toMatchObject([
        {
          kind: 'message_refused',
          reason: `s…@lake.example doesn’t accept email (${code}), so “Your delivery” wasn’t delivered. Ask for another address, or call.`,
        },
      ]);
      // The message isn't retried anymore, and doesn't count as waiting.
      app.clock.advance(30 * DAY);
      const taken = await mailServer({});
      expect(await sendOutbox(app)).toBe(0);
      expect(taken).toEqual([]);
      expect(await waiting()).toEqual({ waiting: 0, oldest: null });
    },
  );

  test('of an invalid address is reported without asking a server', async () => {
    const taken = await mailServer({});
    await queue({ recipient: ' , ' });
    await sendOutbox(app);
    expect((await rows())[0]?.given_up_at).toBe(app.clock.now());
    expect(taken).toEqual([]);
    expect((await opened())[0]).toMatchObject({ kind: 'message_refused' });
  });

  test("doesn't stop the other messages", async () => {
    const taken = await mailServer({});
    const { send } = app.deps.mail;
    app.deps.mail.send = async (mail) => {
      if (mail.to === 'gone@lake.example') throw new MailRefused(550);
      await send(mail);
    };
    await queue({ recipient: 'gone@lake.example' });
    await queue();
    expect(await sendOutbox(app)).toBe(1);
    expect(taken).toHaveLength(1);
  });

  test('makes one item per appointment and address, with a link, that staff resolve', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    await mailServer({ RCPT: '550 gone' });
    await sendOutbox(app);
    await queue({ appointmentId: id, recipient: (await sam.trpc.auth.me.query())?.email ?? '' });
    await sendOutbox(app);
    expect((await rows()).every(({ given_up_at }) => given_up_at !== null)).toBe(true);
    const items = await opened();
    expect(items).toMatchObject([
      {
        kind: 'message_refused',
        delivery: { id },
        reason: expect.stringContaining('The customer’s address doesn’t accept email (550)'),
      },
    ]);
    const staff = await admin(app);
    await staff.trpc.admin.resolveReviewItem.mutate({ id: items[0]?.id ?? '', note: 'called' });
    expect(await opened()).toEqual([]);
  });

  test("doesn't keep the link of a secret message", async () => {
    const sam = await customer(app);
    const email = (await sam.trpc.auth.me.query())?.email ?? '';
    await sam.trpc.auth.requestPasswordReset.mutate({ email });
    await mailServer({ RCPT: '550 gone' });
    await sendOutbox(app);
    expect((await rows())[0]).toMatchObject({ recipient: email, body: '(not kept)' });
  });
});

describe('a temporary refusal', () => {
  test.each([
    ['RCPT', '450 4.2.1 try later'],
    ['RCPT', '451 greylisted'],
    ['RCPT', '552 5.2.2 mailbox full'],
    ['RCPT', '550 5.7.1 relaying denied'],
    ['RCPT', '554 5.7.1 blocked, see our list'],
    ['MAIL', '550 sender is not ours'],
    ['HELLO', '554 no service here'],
  ] as const)(
    'with %s %s is retried at growing intervals until the message is sent',
    async (verb, answer) => {
      await mailServer({ [verb]: answer });
      await queue();
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        await sendOutbox(app);
        const [row] = await rows();
        expect(row).toMatchObject({ attempts: attempt, given_up_at: null, sent_at: null });
        app.clock.set(Number(row?.next_attempt_at));
      }
      expect(await opened()).toEqual([]);
      expect((await waiting()).waiting).toBe(1);
      const taken = await mailServer({});
      expect(await sendOutbox(app)).toBe(1);
      expect(taken).toHaveLength(1);
      expect(await waiting()).toEqual({ waiting: 0, oldest: null });
    },
  );
});
