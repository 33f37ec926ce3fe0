/** Tests house accounts: deliveries billed by invoice, the invoices, and their payments. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { MailRefused } from '@/server/ports/mail/port';
import { admin, book, customer, ORDER, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser } from '../support/paying';
import { pdfText } from '../support/pdf-text';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let marina: Visitor;
let userId: string;
beforeEach(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
  marina = await customer(app, { username: 'marina', email: 'office@marina.example' });
  userId = (await marina.trpc.auth.me.query())?.id ?? '';
});
afterEach(() => app.close());

const ACCOUNT = {
  termsDays: '30',
  billTo: 'Maple Marina\n1 Lake Road',
  creditLimit: '',
  isEnded: false,
};
const open = (over = {}) =>
  staff.trpc.admin.changeHouseAccount.mutate({ userId, ...ACCOUNT, readChange: null, ...over });
const account = () => staff.trpc.admin.houseAccount.query({ id: userId });
async function deliver(gallons: number): Promise<string> {
  const id = await book(marina);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: gallons });
  return id;
}
/** Tests run on the day before the deliveries' date. */
const nextDay = () => app.clock.advance(2 * 86_400_000);
const issue = async (requestId = 'invoice-request-1', over = {}) =>
  staff.trpc.admin.issueInvoice.mutate({
    userId,
    through: 'today',
    expectedCents: (await account()).totals.today,
    requestId,
    ...over,
  });
const pay = (amount: string, requestId: string) =>
  staff.trpc.admin.recordAccountPayment.mutate({
    ...{ userId, amount, requestId },
    way: 'check',
    reference: '1044',
  });
/** Corrects a delivery's gallons. */
const correct = async (id: string, gallons: number) => {
  const { appointment } = await staff.trpc.admin.appointment.query({ id });
  const added = gallons - Number(appointment.actualGallonsTenths) / 10;
  await staff.trpc.admin.correctDelivery.mutate({
    ...{ id, version: appointment.version, actualGallons: `${gallons}`, smallIceBags: 2 },
    ...{ largeIceBags: 1, reason: 'Read again', requestId: `correction-${gallons}` },
    confirmedTotal: (appointment.totalPriceCents + added * 410) / 100,
  });
};
const ledger = async () =>
  (
    await app.deps.db.client.execute(
      "select kind, gross_cents as cents from ledger where kind <> 'fee' order by id",
    )
  ).rows.map(({ kind, cents: amount }) => [kind, Number(amount)]);
/** The text of an invoice's PDF, whose streams contain it as compressed hexadecimal strings. */
const textOfInvoice = async (number = 1) => {
  const { pdf } = await staff.trpc.admin.invoice.query({ number });
  return pdfText(Buffer.from(pdf, 'base64'));
};
const totalOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment.totalPriceCents;

describe('a delivery of a house account', () => {
  test('isn’t charged to the saved card, and waits for the invoice', async () => {
    await open();
    const id = await deliver(20);
    const { appointment: row } = await staff.trpc.admin.appointment.query({ id });
    expect(row).toMatchObject({ chargeState: 'declined', totalPaidCents: 0 });
    expect(await staff.trpc.admin.charges.query({ id })).toMatchObject([{ isOnAccount: true }]);
    expect(await ledger()).toEqual([]);
    const { rows } = await app.deps.db.client.execute(
      "select body from outbox where dedupe_key like 'completed:%'",
    );
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.body)).toContain('We’ll bill $129.00 on your next invoice.');
    await nextDay();
    const { unbilled, openCents } = await account();
    expect(unbilled).toMatchObject([{ appointmentId: id, amountCents: row.totalPriceCents }]);
    expect(openCents).toBe(row.totalPriceCents);
  });

  test('is charged to the card before the account is opened and after it’s ended', async () => {
    await deliver(20);
    const { account: opened } = await open();
    await open({ isEnded: true, readChange: opened?.updatedAt });
    await deliver(20);
    expect((await ledger()).map(([kind]) => kind)).toEqual(['charge', 'charge']);
    expect((await account()).openCents).toBe(cents(0));
  });
});

test('a house account that two people open at the same time is opened once', async () => {
  const [, second] = await Promise.all([open(), refusal(open())]);
  expect(second).toMatchObject({
    status: 409,
    message: expect.stringContaining('Someone else changed this account'),
  });
});

describe('an invoice', () => {
  test('bills each delivery once, with numbers without gaps, however often it’s issued', async () => {
    await open();
    const first = await deliver(20);
    await nextDay();
    const again = await Promise.all(
      [issue(), issue(), issue('invoice-request-2')].map((one) => one.catch(() => null)),
    );
    expect(new Set(again.flatMap((one) => one?.number ?? []))).toEqual(new Set([1]));
    expect(await refusal(issue('invoice-request-3'))).toMatchObject({ status: 409 });
    const { invoices } = await account();
    expect(invoices).toMatchObject([{ number: 1, totalCents: await totalOf(first) }]);
    const { rows } = await app.deps.db.client.execute('select count(*) as n from invoice_lines');
    expect(Number(rows[0]?.n)).toBe(1);
  });

  test('has the total that was shown, or isn’t issued', async () => {
    await open();
    await deliver(20);
    await nextDay();
    expect(await refusal(issue('invoice-request-1', { expectedCents: 1 }))).toMatchObject({
      status: 409,
    });
    expect((await account()).invoices).toEqual([]);
  });

  test('credits a correction of a billed delivery on the next one', async () => {
    await open();
    const id = await deliver(20);
    await nextDay();
    await issue();
    const before = await totalOf(id);
    await correct(id, 15);
    const after = await totalOf(id);
    expect((await account()).totals.today).toBe(cents(after - before));
    await issue('invoice-request-2');
    const { invoices, openCents } = await account();
    expect(openCents).toBe(after);
    expect(invoices.map((one) => Number(one.openCents))).toEqual([0, Number(after)]);
  });

  test('bills a correction of a paid delivery that’s too small for a card', async () => {
    await open();
    const id = await deliver(20);
    await nextDay();
    await issue();
    await pay(`${Number((await account()).openCents) / 100}`, 'payment-request-1');
    await correct(id, 20.1);
    expect((await account()).totals.today).toBe(cents(41));
    await issue('invoice-request-2');
    expect((await account()).openCents).toBe(cents(41));
    await pay('0.41', 'payment-request-2');
    expect(await account()).toMatchObject({ openCents: 0, totals: { today: 0 } });
  });

  test('bills the rest of a delivery that corrections left too small for a card', async () => {
    await open();
    const id = await deliver(20);
    await nextDay();
    await issue();
    await pay(`${Number((await account()).openCents) / 100}`, 'payment-request-1');
    await correct(id, 20.3);
    await correct(id, 20.1);
    await issue('invoice-request-2');
    expect((await account()).openCents).toBe(cents(41));
  });

  test('corrects the tax of a billed delivery, even if its total stays the same', async () => {
    await open();
    const { newestEntry } = await staff.trpc.admin.taxes.query();
    await staff.trpc.admin.changeTaxes.mutate({
      ...{ rates: { ice: { kind: 'percent', amount: '6' } }, startsOn: ORDER.date },
      readEntry: newestEntry,
    } as never);
    const prices = await staff.trpc.admin.ownPrices.query();
    // A small bag costs as much as a gallon.
    await staff.trpc.admin.changePrices.mutate({
      ...{ readEntry: prices.newestEntry, smallBag: '4.10' },
    } as never);
    const id = await deliver(20);
    await nextDay();
    await issue();
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    await staff.trpc.admin.correctDelivery.mutate({
      ...{ id, version: appointment.version, actualGallons: '19', smallIceBags: 3 },
      ...{ largeIceBags: 1, reason: 'Read again', requestId: 'correction-request' },
      confirmedTotal: appointment.totalPriceCents / 100,
    });
    const after = await staff.trpc.admin.appointment.query({ id });
    expect(after.appointment.totalPriceCents).toBe(appointment.totalPriceCents);
    await issue('invoice-request-2');
    const { rows } = await app.deps.db.client.execute(
      'select amount_cents as amount, tax_cents as tax from invoice_lines order by invoice_number',
    );
    expect(rows.map(({ amount }) => amount)).toEqual([appointment.totalPriceCents, 0]);
    const taxes = rows.map(({ tax }) => Number(tax));
    expect(taxes).toEqual([86, 23]);
    const day = { from: ORDER.date, to: ORDER.date };
    const { total } = await staff.trpc.admin.report.query({ ...day, by: 'day' } as never);
    expect(total.taxCents).toBe(cents(109));
    const journal = await (await admin(app)).fetch(
      `/api/admin/export/journal.csv?program=quickbooks&from=${day.from}&to=${day.to}`,
    );
    expect(await journal.text()).toMatch(/tax[^\n]*1\.09/i);
    expect(await refusal(issue('invoice-request-3'))).toMatchObject({ status: 409 });
  });

  test('is a PDF', async () => {
    await open();
    await deliver(20);
    await nextDay();
    await issue();
    const { name, pdf } = await staff.trpc.admin.invoice.query({ number: 1 });
    expect(name).toBe('Invoice 1.pdf');
    expect(atob(pdf).slice(0, 5)).toBe('%PDF-');
  });

  test('stays the same after its place, company, and customer changed', async () => {
    await open();
    await deliver(20);
    await nextDay();
    await issue();
    const evidence = async () => {
      const read = (sql: string) => app.deps.db.client.execute(sql).then(({ rows }) => rows);
      return JSON.stringify([
        await read('select * from invoices'),
        await read('select * from invoice_lines'),
      ]);
    };
    const before = { rows: await evidence(), pdf: await textOfInvoice() };
    expect(before.pdf).toContain('Maple Marina');
    expect(before.pdf).toContain('Net 30 days');
    const place = String(
      (await app.deps.db.client.execute('select location from appointments')).rows[0]?.location,
    );
    expect(before.pdf).toContain(place);
    await app.deps.db.client.batch([
      "update appointments set location = '(removed)', slip_number = null, public_code = 'XX-0000'",
      "update users set full_name = 'Another'",
      "update house_accounts set bill_to = 'Another', terms_days = 1",
      "update business_settings set company_name = 'Another Company'",
    ]);
    expect({ rows: await evidence(), pdf: await textOfInvoice() }).toEqual(before);
  });

  const sentMails = async () => {
    await sendOutbox(app);
    return app.mails.filter(({ subject }) => subject.startsWith('Invoice')).map(({ text }) => text);
  };

  test('shows the amount due if a credit on it was already returned', async () => {
    await open({ billingEmail: 'office@marina.example' });
    const one = await deliver(20);
    const two = await book(marina);
    await readyToDeliver(staff, two);
    await nextDay();
    await issue();
    await pay('129', 'payment-request-1');
    // The correction returns $20.50.
    await correct(one, 15);
    await staff.trpc.admin.complete.mutate({ id: two, actualGallons: 10 });
    await issue('invoice-request-2', { send: true });
    expect((await account()).invoices[0]).toMatchObject({ totalCents: 6_750, openCents: 8_800 });
    const text = await textOfInvoice(2);
    for (const amount of ['$67.50', '$20.50', '$88.00']) expect(text).toContain(amount);
    // Only the credited delivery was on an earlier invoice.
    expect(text.match(/Correction of an earlier invoice/g)).toHaveLength(1);
    expect(text).toMatch(/-\$20\.50 · Correction/);
    expect((await sentMails()).at(-1)).toContain('Unpaid: $88.00');
    await pay('88', 'payment-request-2');
    expect((await account()).invoices.map(({ openCents }) => Number(openCents))).toEqual([0, 0]);
  });

  test('shows that it’s paid if its deliveries were paid before', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await pay('129', 'payment-request-1');
    await issue('invoice-request-1', { send: true });
    expect((await account()).invoices).toMatchObject([{ totalCents: 12_900, openCents: 0 }]);
    expect(await textOfInvoice()).toContain('Amount due');
    const [text] = await sentMails();
    expect(text).toContain('It’s paid. Thank you.');
    expect(text).not.toContain('Due:');
  });

  test('isn’t issued for another account with the first account’s request ID', async () => {
    await open();
    await deliver(20);
    const other = await customer(app, { username: 'other' });
    const otherId = (await other.trpc.auth.requireMe.query()).id;
    await open({ userId: otherId });
    await nextDay();
    await issue();
    expect(await refusal(issue('invoice-request-1', { userId: otherId }))).toMatchObject({
      status: 409,
    });
  });

  test('is emailed as it’s downloaded, even for a delivery that was credited in full', async () => {
    await open({ billingEmail: 'office@marina.example' });
    const id = await deliver(10);
    await nextDay();
    await issue();
    await pay('88', 'payment-request-1');
    await staff.trpc.admin.refund.mutate({ id, amount: 88, requestId: 'refund-request-1' });
    await issue('invoice-request-2');
    await correct(id, 15);
    await issue('invoice-request-3', { send: true });
    await sendOutbox(app);
    const sent = app.mails.find(({ subject }) => subject.startsWith('Invoice 3'))?.attachment;
    const emailed = await pdfText(Buffer.from(sent?.pdf ?? '', 'base64'));
    expect(emailed).toEqual(await textOfInvoice(3));
  });

  test('is overdue after its terms', async () => {
    await open({ termsDays: '0' });
    await deliver(20);
    await nextDay();
    await issue();
    expect((await account()).invoices[0]?.isOverdue).toBe(false);
    await app.clock.advance(86_400_000);
    expect((await account()).invoices[0]?.isOverdue).toBe(true);
  });
});

describe('a payment', () => {
  test('pays the oldest deliveries, in parts, and is in the ledger once', async () => {
    await open();
    const one = await deliver(20);
    const two = await deliver(10);
    await nextDay();
    await issue();
    const total = (await totalOf(one)) + (await totalOf(two));
    await pay('150', 'payment-request-1');
    await pay('150', 'payment-request-1');
    expect((await account()).openCents).toBe(cents(total - 15_000));
    const rest = ((total - 15_000) / 100).toFixed(2);
    await Promise.all([pay(rest, 'payment-request-2'), pay(rest, 'payment-request-2')]);
    const { openCents, invoices, payments } = await account();
    expect({ openCents, left: invoices[0]?.openCents }).toEqual({
      openCents: cents(0),
      left: cents(0),
    });
    expect(payments).toHaveLength(2);
    const entries = await ledger();
    expect(new Set(entries.map(([kind]) => kind))).toEqual(new Set(['account_payment']));
    expect(entries.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(total);
    const { appointment } = await staff.trpc.admin.appointment.query({ id: one });
    expect(appointment.totalPaidCents).toBe(await totalOf(one));
    expect(await refusal(pay('1', 'payment-request-3'))).toMatchObject({ status: 409 });
  });
});

describe('a customer with a house account', () => {
  const authorize = (appointmentId: string, by = marina) =>
    by.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  const hold = async (by = marina) => (await by.trpc.booking.create.mutate(ORDER)).appointment.id;
  const noted = async () =>
    (await app.deps.db.client.execute('select subject, body from outbox order by id')).rows.map(
      ({ subject, body }) => `${subject}\n${body}`,
    );

  test('books without a card, and isn’t asked for one', async () => {
    await open();
    expect(await marina.trpc.auth.me.query()).toMatchObject({ billTo: 'Maple Marina' });
    const id = await hold();
    const both = await Promise.all([authorize(id), authorize(id)]);
    expect(both).toMatchObject([
      { billTo: 'Maple Marina', clientSecret: null },
      { billTo: 'Maple Marina', clientSecret: null },
    ]);
    const own = await marina.trpc.booking.get.query({ id });
    expect(own).toMatchObject({ paymentMethod: 'invoice', holdExpiresAt: null, cardSaved: false });
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.schedule.mutate({ id });
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    expect(appointment).toMatchObject({ paymentChip: 'House account', cardTrouble: null });
    const texts = await noted();
    expect(
      texts.filter((text) => text.includes('We’ll bill this delivery by invoice.')),
    ).toHaveLength(2);
    for (const text of texts) expect(text).not.toMatch(/your card|Add a card/);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const { appointment: done } = await staff.trpc.admin.appointment.query({ id });
    expect(done).toMatchObject({ paymentChip: 'House account', paymentBadge: 'Unpaid' });
    expect(await ledger()).toEqual([]);
  });

  test('isn’t asked for a card if staff book', async () => {
    await open();
    const { id } = await staff.trpc.admin.bookForCustomer.mutate({
      ...ORDER,
      customerId: userId,
      id: crypto.randomUUID(),
    });
    expect(await marina.trpc.booking.get.query({ id })).toMatchObject({
      ...{ paymentMethod: 'invoice', takesFirstCard: false },
    });
    for (const text of await noted()) expect(text).not.toMatch(/your card|Add a card/);
  });

  test('is asked for a card if the account ends while staff book', async () => {
    await open();
    const { db } = app.deps;
    const { read } = db;
    let isEnded = false;
    db.read = (async (...args: Parameters<typeof read>) => {
      const answer = await read.apply(db, args);
      const hasAccount = JSON.stringify(answer).includes('Maple Marina');
      if (hasAccount && !isEnded) {
        isEnded = true;
        await db.client.execute('update house_accounts set ended_at = 1, updated_at = 1');
      }
      return answer;
    }) as typeof read;
    const { id } = await staff.trpc.admin.bookForCustomer.mutate({
      ...ORDER,
      customerId: userId,
      id: crypto.randomUUID(),
    });
    db.read = read;
    expect(isEnded).toBe(true);
    expect(await marina.trpc.booking.get.query({ id })).toMatchObject({ paymentMethod: 'card' });
  });

  test('isn’t refused above the credit limit', async () => {
    await open({ creditLimit: '1' });
    await deliver(20);
    expect((await account()).isAboveLimit).toBe(true);
    expect(await authorize(await hold())).toMatchObject({ billTo: 'Maple Marina' });
  });

  test('needs a card for open deliveries once the account is ended', async () => {
    const { account: opened } = await open();
    const id = await hold();
    await authorize(id);
    const { account: ended } = await open({ isEnded: true, readChange: opened?.updatedAt });
    expect(await marina.trpc.booking.get.query({ id })).toMatchObject({ paymentMethod: 'card' });
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    expect(appointment).toMatchObject({ paymentChip: 'No card', cardTrouble: 'missing' });
    expect(await marina.trpc.auth.me.query()).not.toHaveProperty('billTo');
    const setup = await authorize(await hold());
    expect(setup).toMatchObject({ billTo: null, clientSecret: expect.any(String) });
    await open({ readChange: ended?.updatedAt });
    expect(await marina.trpc.booking.get.query({ id })).toMatchObject({ paymentMethod: 'invoice' });
  });

  test('is asked for a card if the account ends between booking and the card', async () => {
    const { account: opened } = await open();
    const id = await hold();
    await open({ isEnded: true, readChange: opened?.updatedAt });
    expect(await authorize(id)).toMatchObject({ billTo: null, clientSecret: expect.any(String) });
  });
});

describe('the list of invoices to send', () => {
  const billing = (by = staff) => by.trpc.admin.billing.query({ sendPage: 1, overduePage: 1 });
  /** Makes last month's deliveries out of everything so far. */
  const nextMonth = () => {
    app.clock.advance(31 * 86_400_000);
    return admin(app).then((visitor) => {
      staff = visitor;
    });
  };
  const issueAndSend = (requestId: string, expectedCents: number, by = staff) =>
    by.trpc.admin.issueInvoice.mutate({
      ...{ userId, requestId, expectedCents },
      ...{ through: 'last_month', send: true },
    });
  const outbox = async () =>
    (
      await app.deps.db.client.execute(
        "select subject from outbox where dedupe_key like 'invoice:%'",
      )
    ).rows.map(({ subject }) => subject);

  test('has last month’s deliveries, once the month is over', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await deliver(10);
    await nextDay();
    expect((await billing()).toSend).toMatchObject({ count: 0, items: [] });
    await nextMonth();
    const { toSend, through } = await billing();
    expect(toSend).toMatchObject({
      count: 1,
      items: [{ userId, name: 'Sam Waters', deliveries: 2, hasEmail: true }],
    });
    expect(toSend.items[0]?.amountCents).toBe((await account()).totals.last_month);
    expect(through).toBe((await account()).lastMonthEnds);
  });

  test('issues and emails an invoice with one press, however often it’s repeated', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextMonth();
    const total = (await account()).totals.last_month;
    const pressed = await Promise.all(
      ['press-number-1', 'press-number-1', 'press-number-2'].map((id) =>
        issueAndSend(id, total).catch(() => null),
      ),
    );
    expect(new Set(pressed.flatMap((one) => one?.number ?? []))).toEqual(new Set([1]));
    expect(await outbox()).toEqual([expect.stringMatching(/^Invoice 1 from/)]);
    const { invoices } = await account();
    expect(invoices).toMatchObject([
      { number: 1, sends: [{ kind: 'invoice', sentBy: 'Alex Harbor' }] },
    ]);
    expect((await billing()).toSend).toMatchObject({ count: 0, cents: 0, items: [] });
    await sendOutbox(app);
    const { attachment } = app.mails.find(({ subject }) => subject.startsWith('Invoice 1')) ?? {};
    const sent = await pdfText(Buffer.from(attachment?.pdf ?? '', 'base64'));
    expect(sent).toEqual(await textOfInvoice());
  });

  test('issues nothing if there’s no address to send it to', async () => {
    await open();
    await deliver(20);
    await nextMonth();
    const total = (await account()).totals.last_month;
    expect(await refusal(issueAndSend('press-number-1', total))).toMatchObject({
      message: expect.stringContaining('no billing email'),
    });
    expect((await account()).invoices).toEqual([]);
    expect((await billing()).toSend.items).toMatchObject([{ hasEmail: false }]);
  });

  test('has a later correction of a billed delivery, until it’s billed too', async () => {
    await open({ billingEmail: 'office@marina.example' });
    const id = await deliver(20);
    await nextDay();
    await issue();
    await correct(id, 15);
    await nextMonth();
    const { toSend } = await billing();
    expect(toSend).toMatchObject({ count: 1, items: [{ deliveries: 1 }] });
    expect(toSend.items[0]?.amountCents).toBe((await account()).totals.today);
    await issueAndSend('press-number-1', Number(toSend.items[0]?.amountCents));
    expect((await billing()).toSend.count).toBe(0);
  });

  test('has each overdue invoice until it’s paid', async () => {
    await open({ termsDays: '10', billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await issue();
    expect((await billing()).overdue).toMatchObject({ count: 0, items: [] });
    app.clock.advance(13 * 86_400_000);
    staff = await admin(app);
    const { overdue } = await billing();
    expect(overdue).toMatchObject({
      ...{ count: 1, cents: 12_900 },
      items: [
        {
          ...{ number: 1, name: 'Sam Waters', userId, daysOverdue: 3, openCents: 12_900 },
          ...{ owedCents: 12_900, hasEmail: true, reminders: 0 },
        },
      ],
    });
    await staff.trpc.admin.sendInvoice.mutate({ number: 1, kind: 'reminder', sentBefore: 0 });
    expect((await billing()).overdue.items).toMatchObject([{ reminders: 1 }]);
    await pay('100', 'payment-request-1');
    expect((await billing()).overdue).toMatchObject({ count: 1, cents: 2_900 });
    await pay('29', 'payment-request-2');
    expect((await billing()).overdue).toMatchObject({ count: 0, cents: 0, items: [] });
  });

  test('is for owners and accountants, who can also record payments', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    const { visitor: accountant } = await office(app, 'accountant');
    const { visitor: dispatcher } = await office(app, 'dispatcher');
    expect((await billing(accountant)).toSend.count).toBe(0);
    expect(await refusal(billing(dispatcher))).toMatchObject({ status: 403 });
    await accountant.trpc.admin.recordAccountPayment.mutate({
      ...{ userId, amount: '129', requestId: 'payment-request-1', way: 'check', reference: '' },
    });
    expect((await account()).openCents).toBe(cents(0));
  });
});

describe('an invoice sent by email', () => {
  const send = (kind: 'invoice' | 'reminder', sentBefore: number, by = staff) =>
    by.trpc.admin.sendInvoice.mutate({ number: 1, kind, sentBefore });
  const mails = async () =>
    (
      await app.deps.db.client.execute(
        "select recipient, subject, attachment from outbox where dedupe_key like 'invoice%'",
      )
    ).rows;

  test('has the PDF, and is sent once, however often it’s pressed', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await issue();
    await Promise.all([send('invoice', 0), send('invoice', 0), send('invoice', 0)]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'office@marina.example' });
    const { name, pdf } = JSON.parse(String(mail?.attachment));
    expect(name).toBe('Invoice 1.pdf');
    expect(atob(pdf).slice(0, 5)).toBe('%PDF-');
    const again = await send('invoice', 1);
    expect(again.invoices[0]?.sends).toMatchObject([
      { kind: 'invoice', recipient: 'office@marina.example' },
      { kind: 'invoice' },
    ]);
    expect(await mails()).toHaveLength(2);
  });

  test('is sent once if two people press at the same time', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await issue();
    const signIn = { username: 'other-boss', password: 'boss-password' };
    await ensureAdmin(app, { ...signIn, fullName: 'Robin Quay' });
    const other = app.visitor();
    await other.trpc.auth.adminLogin.mutate(signIn);
    const both = await Promise.allSettled([send('invoice', 0), send('invoice', 0, other)]);
    expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason.message : []))).toEqual([
      expect.stringContaining('Someone else just sent this email'),
    ]);
    expect(await mails()).toHaveLength(1);
  });

  test('arrives with its PDF, and shows if the address refuses it', async () => {
    await open({ billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await issue();
    await send('invoice', 0);
    expect((await account()).invoices[0]?.sends).toMatchObject([{ state: 'waiting' }]);
    await sendOutbox(app);
    const mail = app.mails.find(({ subject }) => subject.startsWith('Invoice 1 from'));
    expect(mail).toMatchObject({
      to: 'office@marina.example',
      attachment: { name: 'Invoice 1.pdf' },
    });
    expect(mail?.text).toContain('Total: $129.00');
    expect(mail?.html).toContain('Total: $129.00');
    expect((await account()).invoices[0]?.sends).toMatchObject([{ state: 'sent' }]);
    expect((await mails()).map(({ attachment }) => attachment)).toEqual([null]);

    app.deps.mail.send = () => Promise.reject(new MailRefused(550));
    await send('invoice', 1);
    await sendOutbox(app);
    expect((await account()).invoices[0]?.sends).toMatchObject([
      { state: 'sent' },
      { state: 'failed' },
    ]);
    const { open: items } = await staff.trpc.admin.reviewQueue.query({ page: 1, deliveryId: null });
    expect(items.map(({ reason }) => reason).join()).toContain(
      'o…@marina.example doesn’t accept email (550), so “Invoice 1 from',
    );
  });

  test('is in the customer’s own data, and its address goes with the account', async () => {
    await open({ billingEmail: 'billing@elsewhere.example' });
    await deliver(20);
    await nextDay();
    await issue();
    await send('invoice', 0);
    await sendOutbox(app);
    const own = JSON.stringify(await marina.trpc.account.ownData.query());
    expect(own).toContain('billing@elsewhere.example');
    expect(own).toContain('Invoice 1 is attached');
    await pay('129', 'payment-request-1');
    await marina.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    const { rows } = await app.deps.db.client.execute(
      'select recipient, sent_by from invoice_sends',
    );
    expect(rows).toMatchObject([{ recipient: null }]);
    for (const table of ['outbox', 'house_accounts', 'invoice_sends']) {
      const { rows: left } = await app.deps.db.client.execute(`select * from ${table}`);
      expect(JSON.stringify(left)).not.toContain('elsewhere.example');
    }
  });

  test('isn’t sent without an address', async () => {
    await open();
    await deliver(20);
    await nextDay();
    await issue();
    expect(await refusal(send('invoice', 0))).toMatchObject({ status: 409 });
    expect(await mails()).toEqual([]);
  });

  test('is followed by a reminder only once it’s overdue', async () => {
    await open({ termsDays: '0', billingEmail: 'office@marina.example' });
    await deliver(20);
    await nextDay();
    await issue();
    expect(await refusal(send('reminder', 0))).toMatchObject({ status: 409 });
    app.clock.advance(86_400_000);
    await send('reminder', 0);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('is overdue'),
    ]);
  });
});

test('a payment of a corrected delivery pays no other invoice', async () => {
  await open();
  const one = await deliver(20);
  const two = await book(marina);
  await readyToDeliver(staff, two);
  await nextDay();
  await issue();
  await staff.trpc.admin.complete.mutate({ id: two, actualGallons: 10 });
  await issue('invoice-request-2');
  // The correction adds $41.00, which no invoice has yet.
  await correct(one, 30);
  await pay(((await totalOf(one)) / 100).toFixed(2), 'payment-request-1');
  const { invoices, openCents } = await account();
  const left = await totalOf(two);
  expect(invoices).toMatchObject([
    { number: 2, openCents: left },
    { number: 1, openCents: 0 },
  ]);
  expect(openCents).toBe(left);
});

describe('a payment by check or transfer', () => {
  const WAYS = [
    ['check', 'by check'],
    ['transfer', 'by bank transfer'],
    ['cash', 'in cash'],
  ] as const;
  test.each(WAYS)('and its refund are shown as they were made: %s', async (way, text) => {
    await open();
    const id = await deliver(20);
    await nextDay();
    await staff.trpc.admin.recordAccountPayment.mutate({
      ...{ userId, amount: '129', requestId: 'payment-request-1', way, reference: '1044' },
    });
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    expect(appointment).toMatchObject({
      paidHow: text,
      paymentChip: { check: 'Paid by check', transfer: 'Paid by transfer', cash: 'Paid cash' }[way],
    });
    expect((await marina.trpc.booking.get.query({ id })).payments).toMatchObject([{ way }]);
    await staff.trpc.admin.refund.mutate({ id, amount: 29, requestId: 'refund-request-1' });
    expect(await ledger()).toEqual([
      ['account_payment', 12_900],
      ['account_refund', -2_900],
    ]);
    const { rows } = await app.deps.db.client.execute(
      "select body from outbox where dedupe_key like 'refund:%'",
    );
    expect(String(rows[0]?.body)).toContain(`We refunded $29.00 ${text}`);
  });
});

describe('a delivery on account', () => {
  test('can be paid by check after its payment page was open, and then not by card', async () => {
    await open();
    const appointmentId = await deliver(20);
    await nextDay();
    await issue();
    const { clientSecret } = await marina.trpc.booking.createBalancePayment.mutate({
      appointmentId,
      remainingAmount: 129,
    });
    const { openCents } = await pay('129', 'payment-request-1');
    expect(openCents).toBe(cents(0));
    expect(await ledger()).toEqual([['account_payment', 12_900]]);
    const { status } = await payInBrowser(app, String(clientSecret), {
      number: '4242424242424242',
    });
    expect(status).toBe(400);
  });

  test('isn’t charged to the card by a retry', async () => {
    await open();
    const id = await deliver(20);
    expect(await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).toMatchObject({
      message: 'This delivery is billed by invoice. Record its payment on the house account.',
    });
    expect(await ledger()).toEqual([]);
  });

  test('leaves its paid invoice paid after a refund', async () => {
    await open({ termsDays: '0' });
    const id = await deliver(20);
    await nextDay();
    await issue();
    await pay('129', 'payment-request-1');
    await staff.trpc.admin.refund.mutate({ id, amount: 29, requestId: 'refund-request-1' });
    app.clock.advance(3 * 86_400_000);
    staff = await admin(app);
    expect((await account()).invoices).toMatchObject([{ openCents: 0, isOverdue: false }]);
  });

  test('asks for no payment in the texts about it', async () => {
    await open();
    const { id } = await staff.trpc.admin.bookForCustomer.mutate({
      ...ORDER,
      customerId: userId,
      id: crypto.randomUUID(),
    });
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'On account' });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const { rows } = await app.deps.db.client.execute('select body from outbox');
    expect(rows.length).toBeGreaterThan(1);
    for (const { body } of rows) expect(String(body)).not.toContain('You owe');
  });
});

describe('a large house account', () => {
  /** Adds deliveries on account like this one, with one SQL statement for each table. */
  const copyDelivery = async (id: string, { from, to }: { from: number; to: number }) => {
    const { client } = app.deps.db;
    const copies = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`;
    const copy = async (table: string, own: Record<string, string>, where: string) => {
      const { rows } = await client.execute(`select name from pragma_table_info('${table}')`);
      const names = rows.map(({ name }) => String(name));
      const values = names.map((name) => own[name] ?? `${table}.${name}`);
      await client.execute(
        `${copies} insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table}, n where ${where}`,
      );
    };
    const next = "appointment_id || '-' || i";
    await copy(
      'appointments',
      {
        id: "id || '-' || i",
        public_code: 'public_code || i',
        request_id: 'null',
        link_hash: 'null',
      },
      `id = '${id}'`,
    );
    await copy('account_deliveries', { appointment_id: next }, `appointment_id = '${id}'`);
    await copy(
      'charges',
      { id: "id || '-' || i", appointment_id: next, payment_intent_id: 'null' },
      `appointment_id = '${id}'`,
    );
  };
  const inNextMonth = async () => {
    app.clock.advance(31 * 86_400_000);
    staff = await admin(app);
  };

  test('with more than 500 deliveries to bill gets them on several invoices', async () => {
    await open({ billingEmail: 'office@marina.example' });
    const id = await deliver(20);
    await copyDelivery(id, { from: 1, to: 600 });
    await inNextMonth();
    const billing = () => staff.trpc.admin.billing.query({ sendPage: 1, overduePage: 1 });
    const { toSend } = await billing();
    const each = await totalOf(id);
    expect(toSend).toMatchObject({ count: 1, cents: 601 * each });
    expect(toSend.items).toMatchObject([
      { deliveries: 500, laterDeliveries: 101, amountCents: 500 * each },
    ]);
    expect((await account()).unbilledSum).toEqual({ deliveries: 601, cents: cents(601 * each) });
    for (const expectedCents of [500 * each, 101 * each]) {
      await issue(`large-request-${expectedCents}`, {
        ...{ expectedCents, through: 'last_month', send: true },
      });
    }
    expect((await billing()).toSend.items).toEqual([]);
    expect((await account()).invoices.map(({ totalCents }) => Number(totalCents))).toEqual([
      101 * each,
      500 * each,
    ]);
    expect((await account()).openCents).toBe(cents(601 * each));
  });

  test('shows its invoices in pages, each with its emails and what’s to pay', async () => {
    await open({ billingEmail: 'office@marina.example' });
    const id = await deliver(20);
    await nextDay();
    staff = await admin(app);
    await issue('page-request-1', { send: true });
    for (let number = 2; number <= 13; number += 1) {
      await copyDelivery(id, { from: number, to: number });
      await issue(`page-request-${number}`, { send: true });
    }
    const pageOf = (invoicePage: number) =>
      staff.trpc.admin.houseAccount.query({ id: userId, invoicePage });
    const [first, second, third] = [await pageOf(1), await pageOf(2), await pageOf(3)];
    expect(first.invoicePages).toBe(2);
    expect(first.invoices.map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, i) => 13 - i),
    );
    expect(second.invoices).toMatchObject([{ number: 1, sends: [{ kind: 'invoice' }] }]);
    expect(Number(second.invoices[0]?.openCents)).toBe(Number(second.invoices[0]?.totalCents));
    expect(third.invoices).toEqual([]);
    for (const { sends, openCents } of first.invoices) {
      expect(sends).toHaveLength(1);
      expect(openCents).toBeGreaterThan(0);
    }
  });
});
