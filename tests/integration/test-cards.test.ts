/**
 * Tests every test card where cards are used: when it's saved, after the delivery, and when a
 * balance is paid.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { admin, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { authenticate, payInBrowser } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

type Row = {
  card: string;
  /** Saved immediately, after authentication, or refused with a message. */
  setup: 'saved' | 'authenticated' | string;
  /** The chip's text after the delivery, or null if the card could never be saved. */
  completion: 'Paid by card' | 'Card declined' | 'Authentication needed' | null;
  /** The browser pays at once, after authentication, or not at all, with a message. */
  balance: 'paid' | 'authenticated' | string;
};

const DECLINED = 'Your card was declined.';
const says = (card: string, sentence: string): Row => ({
  card,
  setup: sentence,
  completion: null,
  balance: sentence,
});

/** As documented by Stripe. */
const TABLE: Row[] = [
  { card: '4242424242424242', setup: 'saved', completion: 'Paid by card', balance: 'paid' },
  { card: '4000000000000341', setup: 'saved', completion: 'Card declined', balance: DECLINED },
  {
    card: '4000002500003155',
    setup: 'authenticated',
    completion: 'Paid by card',
    balance: 'authenticated',
  },
  {
    card: '4000002760003184',
    setup: 'authenticated',
    completion: 'Authentication needed',
    balance: 'authenticated',
  },
  { card: '4000000000005126', setup: 'saved', completion: 'Paid by card', balance: 'paid' },
  says('4000000000000002', DECLINED),
  says('4000000000009995', 'Your card has insufficient funds.'),
  says('4000000000009987', DECLINED),
  says('4000000000009979', DECLINED),
  says('4000000000000069', 'Your card has expired.'),
  says('4000000000000127', "Your card's security code is incorrect."),
  says(
    '4000000000000119',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
];

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;

/** Books, types the card, and confirms, as the form does. */
async function bookWith(card: string) {
  const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
  const { id } = appointment;
  const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
    appointmentId: id,
  });
  const entered = await sam.enterCard(authorization, card);
  const setupIntentId = authorization.setupIntentId ?? '';
  const confirm = () =>
    sam.trpc.booking.confirmPaymentSetup.mutate({ appointmentId: id, setupIntentId });
  return { id, authorization, entered, confirm };
}

async function deliver(id: string) {
  await readyToDeliver(staff, id);
  return staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
}

describe.each(TABLE)('$card', ({ card, setup, completion, balance }) => {
  test(`gets ${setup} when saved`, async () => {
    const { id, authorization, entered, confirm } = await bookWith(card);
    if (setup === 'saved') {
      expect(entered.body.status).toBe('succeeded');
    } else if (setup === 'authenticated') {
      expect(entered.body.status).toBe('requires_action');
      expect((await refusal(confirm())).status).toBe(402);
      await sam.authenticate(authorization);
    } else {
      expect(entered).toMatchObject({ ok: false, body: { error: { message: setup } } });
      expect(await refusal(confirm())).toMatchObject({ status: 402, message: setup });
      expect(await seen(id)).toMatchObject({ paymentChip: 'No card', totalPaidCents: 0 });
      return;
    }
    await confirm();
    expect(await seen(id)).toMatchObject({
      paymentChip: 'Card on file',
      cardLast4: card.slice(-4),
      totalPaidCents: 0,
    });
  });

  if (completion) {
    test(`gets ${completion} after the delivery`, async () => {
      const { id, authorization, confirm } = await bookWith(card);
      if (setup === 'authenticated') await sam.authenticate(authorization);
      await confirm();
      const paid = completion === 'Paid by card';
      expect(await deliver(id)).toMatchObject({ paymentProcessed: paid, balancePaid: paid });
      expect(await seen(id)).toMatchObject({
        paymentBadge: paid ? 'Paid' : 'Payment Failed',
        paymentChip: completion,
        totalPaidCents: paid ? 8800 : 0,
        remainingBalanceCents: paid ? 0 : 8800,
      });
    });
  }

  test(`gets ${balance} when the balance is paid with it`, async () => {
    const { id, confirm } = await bookWith('4000000000000341');
    await confirm();
    expect(await deliver(id)).toMatchObject({ balancePaid: false });
    const payment = await sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: 88,
    });
    const entered = await payInBrowser(app, payment.clientSecret, { number: card });
    const say = () => sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    const paid = balance === 'paid' || balance === 'authenticated';
    if (balance === 'authenticated') {
      expect(entered.body.status).toBe('requires_action');
      expect((await refusal(say())).status).toBe(402);
      await authenticate(app, payment.clientSecret);
    }
    if (paid) await say();
    else expect(await refusal(say())).toMatchObject({ status: 402, message: balance });
    expect(await seen(id)).toMatchObject({
      paymentBadge: paid ? 'Paid' : 'Payment Failed',
      totalPaidCents: paid ? 8800 : 0,
      remainingBalanceCents: paid ? 0 : 8800,
      ...(paid && { cardLast4: expect.any(String) }),
    });
    const lines = app.sandbox.ledger().lines.filter((line) => line.appointmentId === id);
    expect(lines).toMatchObject([{ charges: paid ? 1 : 0, charged: paid ? 8800 : 0 }]);
  });
});

test('4000000000005126 is paid and refunded, and the refund fails later', async () => {
  const { id, confirm } = await bookWith('4000000000005126');
  await confirm();
  await deliver(id);
  const requestId = crypto.randomUUID();
  await staff.trpc.admin.refund.mutate({ id, amount: null, requestId });
  expect(await seen(id)).toMatchObject({ paymentChip: 'Refunded' });
  app.clock.advance(60_000);
  await app.sandbox.flushWebhooks();
  const report = await reconcile(app);
  expect(report.unmended).toEqual([]);
  expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: 8800 });
});
