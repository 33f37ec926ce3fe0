/** Customers and staff write to each other about a delivery, by text or email. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Mail } from '@/server/ports/mail/port';
import type { Trouble } from '@/server/ports/texts/local';
import { signatureOf } from '@/server/ports/texts/signature';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, TEXTS_TOKEN, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const NUMBER = '+12695550142';
const GUEST = { ...ORDER, customerPhone: '(269) 555-0142' };

let app: TestApp;
let staff: Visitor;
let mails: Mail[];
let trouble: Trouble | null;
beforeEach(async () => {
  trouble = null;
  app = await startTestApp({ capacity: 100, texts: () => trouble });
  mails = [];
  app.deps.mail = { send: async (mail) => void mails.push(mail), close: async () => {} };
  staff = await admin(app);
});
afterEach(() => app.close());

const callback = (path: string, fields: Record<string, string>) => {
  const url = `http://dockside.test${path}`;
  return app.handle(
    new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(TEXTS_TOKEN, url, fields),
      },
      body: new URLSearchParams(fields).toString(),
    }),
  );
};
const reply = (Body: string, MessageSid = crypto.randomUUID()) =>
  callback('/api/texts/inbound', { From: NUMBER, Body, MessageSid });

const write = (id: string, text: string, requestId: string = crypto.randomUUID()) =>
  staff.trpc.admin.writeMessage.mutate({ id, text, requestId });
const shown = async (id: string) => {
  const { messages } = await staff.trpc.admin.conversation.query({ id });
  return messages
    .filter(({ author }) => author !== 'system')
    .map(({ author, channel, body, state }) => ({ author, channel, body, state }));
};
const openItems = async () => (await staff.trpc.admin.reviewQueue.query()).open.length;

describe('a conversation', () => {
  test('sends a message once, and reports a change before it was sent again', async () => {
    const id = await book(app.visitor(), GUEST);
    await write(id, 'See you at noon.', 'write-request-1');
    await write(id, 'See you at noon.', 'write-request-1');
    expect(await refusal(write(id, 'See you at one.', 'write-request-1'))).toMatchObject({
      status: 409,
      message: expect.stringContaining('already sent'),
    });
    expect(await shown(id)).toHaveLength(1);
  });

  test('shows the reply and staff’s answer, which is texted and resolves the reply', async () => {
    const id = await book(app.visitor(), GUEST);
    await reply('The gate is locked');
    expect(await openItems()).toBe(1);
    await write(id, 'We’ll call you at the gate.');
    expect(await openItems()).toBe(0);
    await sendOutbox(app);
    const texts = await app.texts();
    expect(texts.at(-1)).toMatchObject({
      to: NUMBER,
      body: "Dockside: We'll call you at the gate.",
    });
    expect(await shown(id)).toEqual([
      { author: 'customer', channel: 'text', body: 'The gate is locked', state: null },
      { author: 'staff', channel: 'text', body: 'We’ll call you at the gate.', state: 'sent' },
    ]);
  });

  test('shows automatic messages with their outcome', async () => {
    const id = await book(app.visitor(), GUEST);
    await sendOutbox(app);
    const { messages } = await staff.trpc.admin.conversation.query({ id });
    expect(messages).toMatchObject([{ author: 'system', channel: 'text', state: 'sent' }]);
    const message = messages[0]?.id;
    await callback(`/api/texts/status?message=${message}`, {
      MessageStatus: 'delivered',
      MessageSid: 'SM1',
    });
    const after = await staff.trpc.admin.conversation.query({ id });
    expect(after.messages).toMatchObject([{ state: 'delivered' }]);
  });

  test('keeps the state of a message before 100 automatic ones', async () => {
    const id = await book(app.visitor(), GUEST);
    await write(id, 'See you at noon.');
    await sendOutbox(app);
    await app.deps.db.client.execute({
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
        insert into outbox (id, channel, recipient, subject, body, dedupe_key, appointment_id, created_at, next_attempt_at)
        select 'later-' || i, 'text', ?, 'Reminder', 'Reminder', 'later:' || i, ?, ? + i, ? + i from n`,
      args: [NUMBER, id, app.clock.now(), app.clock.now()],
    });
    expect(await shown(id)).toMatchObject([{ body: 'See you at noon.', state: 'sent' }]);
  });

  test('is by email for a customer without texts', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    await reply('STOP');
    const me = await sam.trpc.auth.me.query();
    await app.deps.db.client.execute({
      sql: 'insert into texts_off (id, at) values (?, 0)',
      args: [me?.id ?? ''],
    });
    expect(await write(id, 'Your slip is blocked. Which one is free?')).toEqual({
      channel: 'mail',
    });
    await sendOutbox(app);
    expect(mails.at(-1)?.text).toContain('Your slip is blocked. Which one is free?');
    expect(await shown(id)).toMatchObject([{ author: 'staff', channel: 'mail', state: 'sent' }]);
  });

  test('can’t reach someone without email who replied STOP, and staff are asked to call', async () => {
    const id = await book(app.visitor(), GUEST);
    await reply('STOP');
    expect(await refusal(write(id, 'Hello'))).toMatchObject({
      reason: 'conflict',
      message: 'This customer has no email address and gets no texts. Call the customer.',
    });
    expect((await staff.trpc.admin.conversation.query({ id })).channel).toBeNull();
    expect(await shown(id)).toEqual([]);
  });

  test('sends a message once, however often it’s repeated', async () => {
    const id = await book(app.visitor(), GUEST);
    await Promise.all([1, 2, 3].map(() => write(id, 'On our way soon.', 'the-same-request')));
    await write(id, 'On our way soon.', 'the-same-request');
    await sendOutbox(app);
    const own = (await app.texts()).filter(({ body }) => body.includes('On our way soon.'));
    expect(own).toHaveLength(1);
    expect(await shown(id)).toHaveLength(1);
  });

  test('refuses more texts than a number may get, with an error', async () => {
    await app.close();
    app = await startTestApp({ capacity: 100, texts: () => trouble, settings: { limitFactor: 1 } });
    staff = await admin(app);
    const id = await book(app.visitor(), GUEST);
    let sent = 0;
    let refused: Awaited<ReturnType<typeof refusal>> | null = null;
    for (let count = 0; count < 60 && refused === null; count += 1) {
      const writing = write(id, `Text ${count}`);
      const isSent = await writing.then(
        () => true,
        () => false,
      );
      if (isSent) sent += 1;
      else refused = await refusal(writing);
    }
    expect(refused).toMatchObject({ reason: 'rate_limited' });
    expect(refused?.message).toContain('too many texts');
    expect(await shown(id)).toHaveLength(sent);
  });

  test('waits for the morning at night, unless the customer just wrote', async () => {
    const id = await book(app.visitor(), GUEST);
    await sendOutbox(app);
    const before = (await app.texts()).length;
    // 11 PM in New York.
    app.clock.set(Date.parse('2026-06-14T03:00:00Z'));
    await write(id, 'See you tomorrow.');
    await sendOutbox(app);
    expect(await app.texts()).toHaveLength(before);
    expect(await shown(id)).toMatchObject([{ state: 'waiting' }]);
    await reply('Are you coming?');
    await write(id, 'Yes, at ten.');
    await sendOutbox(app);
    expect((await app.texts()).at(-1)?.body).toContain('Yes, at ten.');
    app.clock.set(Date.parse('2026-06-14T12:00:01Z'));
    await sendOutbox(app);
    expect((await app.texts()).at(-1)?.body).toContain('See you tomorrow.');
  });

  test('is erased with its customer’s account, and is in their own data before', async () => {
    const sam = await customer(app);
    const id = await book(sam, { customerPhone: '(269) 555-0142' });
    await reply('My gate code is 4711');
    const data = await sam.trpc.account.ownData.query();
    expect(JSON.stringify(data)).toContain('My gate code is 4711');
    await sam.trpc.booking.cancel.mutate({ id });
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    const { rows } = await app.deps.db.client.execute('select * from written_messages');
    expect(rows).toEqual([]);
  });
});

describe('a saved reply', () => {
  const late = { title: 'Late', body: 'We’re running late.', version: 0 };
  const { conversation, savedReplies, saveReply, removeReply } = {
    conversation: (id: string) => staff.trpc.admin.conversation.query({ id }),
    savedReplies: () => staff.trpc.admin.savedReplies.query(),
    saveReply: (input: Parameters<typeof staff.trpc.admin.saveReply.mutate>[0]) =>
      staff.trpc.admin.saveReply.mutate(input),
    removeReply: (id: string) => staff.trpc.admin.removeReply.mutate({ id }),
  };

  test('is listed with each conversation until it’s removed', async () => {
    const id = await book(app.visitor(), GUEST);
    const { id: replyId } = await saveReply(late);
    expect((await conversation(id)).savedReplies).toMatchObject([{ title: 'Late' }]);
    await removeReply(replyId);
    expect(await savedReplies()).toEqual([]);
    expect(await refusal(removeReply(replyId))).toMatchObject({ reason: 'not_found' });
  });

  test('isn’t overwritten by someone who read an older one', async () => {
    const { id } = await saveReply(late);
    await saveReply({ ...late, id, body: 'Ten minutes late.', version: 1 });
    expect(
      await refusal(saveReply({ ...late, id, body: 'An hour late.', version: 1 })),
    ).toMatchObject({ reason: 'conflict' });
    expect(await savedReplies()).toMatchObject([{ body: 'Ten minutes late.', version: 2 }]);
  });

  test('can’t be empty, too long, or one of too many', async () => {
    expect(await refusal(saveReply({ ...late, title: ' ' }))).toMatchObject({
      reason: 'invalid_input',
    });
    expect(await refusal(saveReply({ ...late, body: 'x'.repeat(401) }))).toMatchObject({
      reason: 'invalid_input',
    });
    for (let count = 0; count < 50; count += 1)
      await saveReply({ ...late, title: `Late ${count}` });
    expect(await refusal(saveReply(late))).toMatchObject({ reason: 'conflict' });
  });
});
