/** The company in Settings: its name replaces ours wherever people read it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { DEFAULT_COMPANY_NAME } from '@/domain/company';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { startFirstPages } from '../support/first-page';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 50, texts: () => null });
  owner = await admin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.client.execute('delete from business_settings');
});

const save = (input: object) => owner.trpc.admin.changeBusinessSettings.mutate(input as never);
const COMPANY = {
  companyName: 'Sister Lakes Fuel',
  companyAddress: '1 Harbor Way, Dowagiac, MI',
  licenseLine: 'Michigan fuel license 12345',
  cancellationPolicy: 'Please cancel by 6 PM the day before.',
};
/** Sends everything that's due, and returns the emails as a person reads them. */
async function mailsOf() {
  app.mails.length = 0;
  await sendOutbox(app);
  return app.mails.map(({ from, subject, text }) => ({ from, subject, text }));
}

describe('a product with another company name', () => {
  test('shows the usual name nowhere: pages, emails, texts, calendars, apps, and receipts', async () => {
    await mailsOf();
    const textsBefore = (await app.texts()).length;
    await save(COMPANY);
    await owner.trpc.admin.saveSupport.mutate({ email: 'help@sisterlakes.example' });
    const pages = startFirstPages(app);
    for (const path of ['/', '/schedule']) {
      const html = await pages.read(path);
      expect(html).toContain('Sister Lakes Fuel');
      expect(html).not.toContain(DEFAULT_COMPANY_NAME);
    }

    const sam = await customer(app);
    const dana = await driver(app);
    const id = await book(sam, { date: TOMORROW });
    await readyToDeliver(owner, id, dana.driverId);
    const me = await sam.trpc.auth.me.query();
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: me?.email ?? '' });
    await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const mails = await mailsOf();
    expect(mails.map(({ subject }) => subject)).toContain('Reset your Sister Lakes Fuel password');
    expect(mails.length).toBeGreaterThan(2);
    for (const mail of mails) {
      expect(mail.text).toContain('\n\nSister Lakes Fuel\n');
      expect(mail.from).toEqual({ name: 'Sister Lakes Fuel' });
      expect(JSON.stringify(mail)).not.toContain(DEFAULT_COMPANY_NAME);
    }
    const texts = (await app.texts()).slice(textsBefore);
    expect(texts.length).toBeGreaterThan(0);
    for (const { body } of texts) expect(body).toStartWith('Sister Lakes Fuel: ');

    const { url } = await dana.visitor.trpc.calendar.createLink.mutate({ name: 'Phone' });
    const feed = await (await app.visitor().fetch(new URL(url).pathname)).text();
    expect(feed).toContain('X-WR-CALNAME:Sister Lakes Fuel: Phone');
    expect(feed).toContain('PRODID:-//Sister Lakes Fuel//');
    expect(feed).not.toContain(DEFAULT_COMPANY_NAME);

    const receipt = await (await sam.fetch(`/api/receipts/${id}`)).bytes();
    expect(Buffer.from(receipt).toString('latin1')).not.toContain(DEFAULT_COMPANY_NAME);
    for (const kind of ['terms', 'privacy'] as const) {
      const { text } = await sam.trpc.support.legalText.query({ kind });
      expect(text).toContain('Sister Lakes Fuel');
      expect(text).not.toContain(DEFAULT_COMPANY_NAME);
    }
    expect(await sam.trpc.support.company.query()).toEqual({
      name: 'Sister Lakes Fuel',
      address: COMPANY.companyAddress,
      waters: '',
      license: COMPANY.licenseLine,
      cancellation: COMPANY.cancellationPolicy,
      phone: '(269) 555-0100',
      email: 'help@sisterlakes.example',
      hours: 'Mon-Fri: 8AM-6PM, Sat-Sun: 9AM-5PM',
      photo: null,
      timeZone: 'America/New_York',
      logo: null,
    });
  });

  test('a message has the name that applied when it was written', async () => {
    await mailsOf();
    await book(await customer(app), { date: TOMORROW });
    await save({ companyName: 'Sister Lakes Fuel' });
    await book(await customer(app), { date: TOMORROW });
    const signed = (await mailsOf())
      .filter(({ subject }) => subject.startsWith('Booked') || subject.includes('booked'))
      .map(({ text }) => /\n\n(.+)\nFuel and ice delivered/.exec(text)?.[1]);
    expect(signed).toEqual(['Dockside', 'Sister Lakes Fuel']);
  });
});

describe('the cancellation policy', () => {
  test('is in the terms, in what the customer agrees to, and in the booking emails', async () => {
    const { cancellationPolicy } = COMPANY;
    await mailsOf();
    const sam = await customer(app);
    const { text: before } = await sam.trpc.support.legalText.query({ kind: 'terms' });
    expect(before).not.toContain(cancellationPolicy);
    await save({ cancellationPolicy });
    const { text } = await sam.trpc.support.legalText.query({ kind: 'terms' });
    expect(text).toContain(cancellationPolicy);
    const id = await book(sam, { date: TOMORROW });
    const { terms } = await owner.trpc.admin.evidence.query({ id });
    expect(terms.sentences.join(' ')).toContain(
      `until your driver is on the way. ${cancellationPolicy}`,
    );
    const [mail] = (await mailsOf()).filter(({ text }) => text.includes('Cancellation: '));
    expect(mail?.text).toContain(`Cancellation: ${cancellationPolicy}\nTerms: `);
  });
});

describe('the sender of emails', () => {
  test('is the environment’s until the owner names one, and then both name and address', async () => {
    await mailsOf();
    await book(await customer(app), { date: TOMORROW });
    expect((await mailsOf()).map(({ from }) => from)).toContainEqual({});
    await save({ senderName: 'Kim at the Dock', senderEmail: 'Orders@SisterLakes.example' });
    await book(await customer(app), { date: TOMORROW });
    for (const { from } of await mailsOf()) {
      expect(from).toEqual({ name: 'Kim at the Dock', address: 'Orders@SisterLakes.example' });
    }
  });

  test('is refused if it could pass for someone else, and at its field', async () => {
    for (const [field, value] of [
      ['senderEmail', 'orders'],
      ['senderEmail', 'a@b.example, c@d.example'],
      ['senderEmail', 'orders@sisterlakes.example\r\nBcc: x@y.example'],
      ['senderEmail', 'Kim <orders@sisterlakes.example>'],
      ['senderName', 'billing@bank.example'],
      ['senderName', 'Kim <kim>'],
      ['senderName', 'x'.repeat(81)],
      ['companyName', 'x'.repeat(81)],
      ['licenseLine', 'x'.repeat(121)],
      ['cancellationPolicy', 'x'.repeat(301)],
    ] as const) {
      expect({ value, ...(await refusal(save({ [field]: value }))) }).toMatchObject({
        value,
        status: 400,
        field,
      });
    }
  });

  test('has a name on one line, whatever was typed', async () => {
    const { settings } = await save({ senderName: 'Kim\r\nBcc: x\u0000\u202E' });
    expect(settings.senderName).toBe('Kim Bcc: x');
  });
});

test('the name, the policy, and the sender need a proof of identity, and other texts don’t', async () => {
  app.clock.advance(CONFIRMED_FOR_MS + 1);
  await save({ licenseLine: 'License 1', waters: 'Magician Lake', companyAddress: '1 Dock Road' });
  for (const change of [
    { companyName: 'Somebody Else' },
    { cancellationPolicy: 'No cancellation.' },
    { senderName: 'Somebody Else' },
    { senderEmail: 'else@where.example' },
  ]) {
    expect({ change, ...(await refusal(save(change))) }).toMatchObject({
      change,
      status: 403,
      reason: 'confirm_identity',
    });
  }
  owner = await admin(app);
});

test('two owners who save the company at once overwrite nothing', async () => {
  const read = { companyName: 'Dockside', licenseLine: '' };
  await save({ companyName: 'Sister Lakes Fuel', read });
  await save({ licenseLine: 'License 1', read });
  const { status, reason, details } = await refusal(save({ companyName: 'Lake Fuel', read }));
  expect({ status, reason }).toEqual({ status: 409, reason: 'changed_meanwhile' });
  expect(details?.changes).toMatchObject([
    { field: 'companyName', from: 'Dockside', to: 'Sister Lakes Fuel' },
  ]);
});
