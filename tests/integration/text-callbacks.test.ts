/** Tests the text provider's reports to us, and customers' replies. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Trouble } from '@/server/ports/texts/local';
import { signatureOf } from '@/server/ports/texts/signature';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, TEXTS_TOKEN, type TestApp } from '../support/app';

const NUMBER = '+12695550142';
const ours = (path: string) => `http://dockside.test${path}`;

let app: TestApp;
let trouble: Trouble | null;
beforeEach(async () => {
  trouble = null;
  app = await startTestApp({ capacity: 100, texts: () => trouble });
});
afterEach(() => app.close());

type Fields = Record<string, string>;

async function callback(path: string, fields: Fields, signature?: string | null) {
  const url = ours(path);
  const signed = signature === undefined ? signatureOf(TEXTS_TOKEN, url, fields) : signature;
  return app.handle(
    new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signed !== null && { 'x-twilio-signature': signed }),
      },
      body: new URLSearchParams(fields).toString(),
    }),
  );
}
let replies = 0;
const reply = (Body: string, over: Fields = {}) => {
  replies += 1;
  return callback('/api/texts/inbound', {
    From: NUMBER,
    Body,
    MessageSid: `SM${replies}`,
    ...over,
  });
};
const report = (id: string, MessageStatus: string) =>
  callback(`/api/texts/status?message=${id}`, { MessageStatus, MessageSid: 'SM1', To: NUMBER });

const bookAsGuest = () => book(app.visitor(), { ...ORDER, customerPhone: '(269) 555-0142' });
const rows = async () =>
  (
    await app.deps.db.client.execute(
      "select id, sent_at, outcome, provider_id, body from outbox where channel = 'text' order by created_at, id",
    )
  ).rows;
const attention = async () => {
  const { open } = await (await admin(app)).trpc.admin.reviewQueue.query();
  return open.map(({ kind, reason, delivery }) => ({ kind, reason, id: delivery?.id }));
};

describe('a reply', () => {
  test.each(['STOP', 'stop.', 'Unsubscribe'])(
    'of %s ends all texts for good, until START',
    async (word) => {
      await bookAsGuest();
      expect((await reply(word)).status).toBe(200);
      await bookAsGuest();
      await sendOutbox(app);
      expect(await app.texts()).toEqual([]);
      await reply('START');
      await bookAsGuest();
      await sendOutbox(app);
      expect(await app.texts()).toHaveLength(1);
      expect(await attention()).toEqual([]);
    },
  );

  test('of STOP in the provider’s own words counts too', async () => {
    await reply('Bitte keine mehr', { OptOutType: 'STOP' });
    await bookAsGuest();
    expect(await rows()).toEqual([]);
  });

  test('of HELP is answered by the provider', async () => {
    await bookAsGuest();
    const answer = await reply('HELP');
    expect(answer.headers.get('content-type')).toContain('text/xml');
    expect(await answer.text()).toEndWith('<Response/>');
    expect(await attention()).toEqual([]);
  });

  test('of anything else is shown to staff with its delivery, once', async () => {
    const id = await bookAsGuest();
    const fields = { From: NUMBER, Body: 'The gate is\nlocked ⚓', MessageSid: 'SM-same' };
    await callback('/api/texts/inbound', fields);
    await callback('/api/texts/inbound', fields);
    expect(await attention()).toEqual([
      { kind: 'text_reply', reason: '“The gate is locked ⚓”', id },
    ]);
  });

  test('notifies staff’s devices, without its text', async () => {
    const staff = await admin(app);
    await staff.trpc.push.subscribe.mutate({
      endpoint: 'https://fcm.googleapis.com/fcm/send/office',
      ...{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    });
    const id = await bookAsGuest();
    await reply('Gate is 4711');
    app.clock.advance(6_000);
    await sendOutbox({ deps: app.deps });
    const payloads = (await app.pushes()).map(({ payload }) => JSON.parse(payload));
    expect(payloads).toMatchObject([
      {
        ...{ title: 'A customer replied', body: 'Open Needs attention to read it.' },
        url: `/admin/review?delivery=${id}`,
      },
    ]);
    expect(JSON.stringify(payloads)).not.toContain('4711');
  });

  test('from a stranger is ignored, and nobody can flood the list', async () => {
    await reply('hello');
    expect(await attention()).toEqual([]);
    await bookAsGuest();
    for (let count = 0; count < 20; count += 1) await reply(`hello ${'x'.repeat(5_000)}`);
    const shown = await attention();
    expect(shown).toHaveLength(10);
    expect(shown[0]?.reason.length).toBeLessThanOrEqual(1_002);
  });

  test('is erased with its customer’s account', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    await reply('my secret gate code', { From: '+12695550117' });
    await sam.trpc.booking.cancel.mutate({ id });
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    expect((await attention()).map(({ reason }) => reason)).toEqual([
      'The customer replied to a text.',
    ]);
  });
});

describe('a report', () => {
  test('that a text was delivered is kept, whatever comes later', async () => {
    await bookAsGuest();
    await sendOutbox(app);
    const [row] = await rows();
    for (const status of ['sent', 'delivered', 'delivered', 'sent', 'failed']) {
      expect((await report(String(row?.id), status)).status).toBe(200);
    }
    expect(await rows()).toMatchObject([{ outcome: 'delivered', provider_id: 'SM1' }]);
    expect(await attention()).toEqual([]);
  });

  test('of a text whose answer was lost prevents a second one', async () => {
    await bookAsGuest();
    trouble = 'lost';
    await sendOutbox(app);
    const [row] = await rows();
    await report(String(row?.id), 'queued');
    const [sent] = await rows();
    expect(sent?.sent_at).not.toBeNull();
    expect(sent?.body).not.toMatch(/[0-9A-Za-z]{22}/);
    app.clock.advance(60_000);
    await sendOutbox(app);
    expect(await app.texts()).toHaveLength(1);
  });

  test('that a text failed asks staff to call, unless its reader gets email', async () => {
    const id = await bookAsGuest();
    await book(await customer(app));
    await sendOutbox(app);
    for (const row of await rows()) await report(String(row.id), 'undelivered');
    expect(await attention()).toEqual([
      { kind: 'message_refused', reason: expect.stringContaining('couldn’t deliver'), id },
    ]);
  });

  test('about an unknown text, or an email, changes nothing', async () => {
    await book(await customer(app));
    const { rows: mails } = await app.deps.db.client.execute(
      "select id from outbox where channel = 'mail'",
    );
    expect((await report('unknown', 'failed')).status).toBe(200);
    expect((await report(String(mails[0]?.id), 'failed')).status).toBe(200);
    expect(await attention()).toEqual([]);
  });
});

describe('a forged callback', () => {
  const fields = { From: NUMBER, Body: 'STOP', MessageSid: 'SM1' };
  const path = '/api/texts/inbound';
  const signed = (url = ours(path), by = TEXTS_TOKEN) => signatureOf(by, url, fields);

  test.each<[string, string | null]>([
    ['without a signature', null],
    ['with an empty signature', ''],
    ['with another token’s signature', signed(undefined, 'another token')],
    ['signed for another address', signed('https://evil.example/api/texts/inbound')],
    ['signed for the other callback', signed(ours('/api/texts/status'))],
    ['with a query added', signed(ours(`${path}?x=1`))],
  ])('%s gets 403 and changes nothing', async (_what, signature) => {
    expect((await callback(path, fields, signature)).status).toBe(403);
    await bookAsGuest();
    expect(await rows()).toHaveLength(1);
  });

  test('is bounded', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 'x']),
    );
    expect((await callback(path, many)).status).toBe(403);
    const answer = await callback(path, { ...fields, Body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(413);
  });

  test('gets 403 if no provider is set', async () => {
    app.deps.texts = null;
    expect((await callback(path, fields)).status).toBe(403);
  });

  test('gets 403 as JSON too, and other methods get 405', async () => {
    const json = await app.handle(
      new Request(ours(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"From":"+12695550142","Body":"STOP"}',
      }),
    );
    expect(json.status).toBe(403);
    expect((await app.handle(new Request(ours(path)))).status).toBe(405);
  });
});
