/** The owner changes what messages say. Waiting ones get the new words, and two owners don't overwrite each other. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { OwnWordsInput } from '@/domain/messages/own-words.schema';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Mail } from '@/server/ports/mail/port';
import type { Trouble } from '@/server/ports/texts/local';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let mails: Mail[];
let trouble: Trouble | null;
beforeEach(async () => {
  trouble = null;
  app = await startTestApp({ capacity: 100, texts: () => trouble });
  mails = [];
  app.deps.mail = { send: async (mail) => void mails.push(mail), close: async () => {} };
  owner = await admin(app);
});
afterEach(() => app.close());

const change = (input: Partial<OwnWordsInput>, by = owner) =>
  by.trpc.admin.changeOwnWords.mutate({
    wording: 'booked',
    channel: 'text',
    words: { subject: '', body: 'Thanks! See you {window}.' },
    version: 0,
    ...input,
  });
const bookAsGuest = () => book(app.visitor(), { ...ORDER, customerPhone: '(269) 555-0142' });
const newestText = async () => {
  await sendOutbox(app);
  return (await app.texts()).at(-1)?.body ?? '';
};

test('a text has the owner’s words, the company, the link, and how to stop', async () => {
  await change({});
  await bookAsGuest();
  expect(await newestText()).toMatch(
    /^Dockside: Thanks! See you Sun, Jun 14, 10:00 AM - 12:00 PM\. https?:\S+\/d\/\w{22} Reply STOP to opt out\.$/,
  );
});

test('a waiting message gets the new words, and a reset one ours', async () => {
  await bookAsGuest();
  await change({});
  expect(await newestText()).toContain('Thanks!');
  await change({ words: null, version: 1 });
  await bookAsGuest();
  expect(await newestText()).toContain('Delivery booked for');
});

test('a repeated attempt has the same words as the first, even after a change', async () => {
  await change({});
  await bookAsGuest();
  trouble = 'lost';
  await sendOutbox(app);
  trouble = null;
  await change({ words: { subject: '', body: 'Changed {window}' }, version: 1 });
  app.clock.advance(60_000);
  await sendOutbox(app);
  const bodies = (await app.texts()).map(({ body }) => body);
  expect(bodies).toEqual([expect.stringContaining('Thanks!')]);
});

test('an email has the owner’s subject and first lines in both forms', async () => {
  const words = { subject: 'Ahoy! {day}', body: '{company} thanks you.\nSee you {window}.' };
  await change({ channel: 'email', words });
  await book(await customer(app));
  await sendOutbox(app);
  expect(mails[0]).toMatchObject({ subject: 'Ahoy! Sun, Jun 14' });
  const lines = ['Dockside thanks you.', 'See you Sun, Jun 14, 10:00 AM - 12:00 PM.'];
  expect(mails[0]?.text).toContain(`,\n\n${lines.join('\n')}\n\nDelivery: `);
  expect(mails[0]?.html).toContain(lines.join('<br/>'));
  expect(mails[0]?.html).toContain('Ahoy! Sun, Jun 14');
});

test('a change that someone else made first isn’t overwritten', async () => {
  await change({});
  const late = change({ words: { subject: '', body: 'Mine {day}' } });
  expect(await refusal(late)).toMatchObject({ reason: 'changed_meanwhile', status: 409 });
  // A reset doesn't let an older version win either.
  await change({ words: null, version: 1 });
  expect((await refusal(change({ version: 1 }))).status).toBe(409);
  const { changed } = await owner.trpc.admin.ownWords.query();
  expect(changed).toMatchObject([
    { id: 'booked:text', words: null, version: 2, changedText: expect.stringContaining('Alex') },
  ]);
});

test('two owners at the same time: one saves, and the other reads why not', async () => {
  const saved = await Promise.allSettled(
    ['First {day}', 'Second {day}'].map((body) => change({ words: { subject: '', body } })),
  );
  expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('wording that lacks something customers need is refused', async () => {
  const missing = change({ words: { subject: '', body: 'Hello!' } });
  expect(await refusal(missing)).toMatchObject({
    status: 400,
    message: 'Add {window} or {day}, so that customers know which delivery it is.',
  });
  expect((await owner.trpc.admin.ownWords.query()).changed).toEqual([]);
});
