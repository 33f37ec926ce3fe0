import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { authenticate, payInBrowser, takenFor } from '../support/paying';
import { refusal, refusals, type Visitor } from '../support/visitor';

const DECLINES_LATER = '4000000000000341';
const AUTHENTICATES = '4000002760003184';
const VISA = { number: '4242424242424242' };
/** 10 gallons at $4.10, $17 for ice, and $30 for delivery. */
const DUE = 88;

let app: TestApp;
let staff: Visitor;
let day = 14;
beforeAll(async () => {
  app = await startTestApp({ capacity: 9 });
  staff = await admin(app);
});
afterAll(() => app.close());

/** An appointment on a separate day. */
function order() {
  day += 1;
  return { date: `2026-06-${Math.min(day, 26)}` };
}

/** Completes an appointment with 10 gallons. */
async function deliver(id: string) {
  await readyToDeliver(staff, id);
  return staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
}

/** A delivery whose card was declined. */
async function declined(visitor: Visitor, card = DECLINES_LATER) {
  const id = await book(visitor, order(), card);
  const result = await deliver(id);
  expect(result).toMatchObject({ paymentProcessed: false, balancePaid: false });
  return id;
}
const open = (visitor: Visitor, appointmentId: string, remainingAmount: number | string = DUE) =>
  visitor.trpc.booking.createBalancePayment.mutate({ appointmentId, remainingAmount });

describe("a delivery's balance", () => {
  test('is paid once with another card after a decline, with the same PaymentIntent', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const [listed] = await sam.trpc.booking.list.query();
    expect(listed).toMatchObject({ id, remainingBalanceCents: 8800, balancePaid: false });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      paymentChip: 'Card declined',
      chargeError: 'Your card was declined.',
    });

    const payment = await open(sam, id);
    expect(payment).toMatchObject({
      amountCents: 8800,
      errorCode: 'generic_decline',
      savedCard: { brand: 'visa', last4: '0341' },
      stripe: { publishableKey: 'pk_test_dockside', sandboxBase: '/stripe-sandbox' },
    });
    // Asking again returns the same payment.
    expect((await open(sam, id, '88.00')).clientSecret).toBe(payment.clientSecret);

    expect((await payInBrowser(app, payment.clientSecret, VISA)).status).toBe(200);
    const paid = await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid).toMatchObject({
      balancePaid: true,
      totalPaidCents: 8800,
      remainingBalanceCents: 0,
      paymentStatus: 'paid',
      paymentChip: 'Paid by card',
      chargeError: null,
    });
    expect(await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id })).toEqual(
      paid,
    );
    expect(await refusal(open(sam, id))).toMatchObject({
      status: 409,
      message: 'This delivery has no balance due.',
    });
    expect(takenFor(app, id)).toBe(8800);
    expect(app.sandbox.ledger().doubleCharged).toEqual([]);
  });

  test('is paid with another saved card without typing', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    await book(sam, order());
    const { clientSecret, otherCards } = await open(sam, id);
    expect(otherCards).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    const paymentMethodId = otherCards[0]?.paymentMethodId ?? '';
    expect((await payInBrowser(app, clientSecret, { paymentMethodId })).status).toBe(200);
    expect(
      await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id }),
    ).toMatchObject({ balancePaid: true, paymentStatus: 'paid' });
    expect(takenFor(app, id)).toBe(DUE * 100);
  });

  test("can be paid with the account's cards only by its signed-in customer", async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    await book(sam, order());
    // Staff, and anyone with the link, may open the payment, but don't see other cards.
    const link = (await staff.trpc.booking.renewGuestLink.mutate({ id })).link;
    const anyone = app.visitor();
    await anyone.trpc.booking.manage.mutate({ token: link.split('/d/')[1] ?? '' });
    const other = await customer(app);
    await book(other, order());
    await other.trpc.booking.manage.mutate({ token: link.split('/d/')[1] ?? '' });
    for (const visitor of [staff, anyone, other]) {
      expect((await open(visitor, id)).otherCards).toEqual([]);
    }
  });

  test('is settled by the event if the browser never returns', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const { clientSecret, paymentIntentId } = await open(sam, id);
    await payInBrowser(app, clientSecret, VISA);
    expect((await sam.trpc.booking.get.query({ id })).balancePaid).toBe(false);
    await handlePaymentEvent(app, {
      id: 'evt_balance',
      type: 'payment_intent.succeeded',
      createdAt: app.clock.now(),
      objectId: paymentIntentId,
      objectType: 'payment_intent',
    });
    expect((await sam.trpc.booking.get.query({ id })).balancePaid).toBe(true);
  });

  test('is found as paid before its event when the payment is opened again', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const { clientSecret } = await open(sam, id);
    await payInBrowser(app, clientSecret, VISA);
    expect((await refusal(open(sam, id))).message).toBe('This delivery has no balance due.');
    expect((await sam.trpc.booking.get.query({ id })).balancePaid).toBe(true);
  });

  test('stays open after a second decline, which shows its reason', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const { clientSecret } = await open(sam, id);
    await payInBrowser(app, clientSecret, { number: '4000000000009995' });
    expect(
      await refusal(sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id })),
    ).toMatchObject({ status: 402, message: 'Your card has insufficient funds.' });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ remainingBalanceCents: 8800 });
    await payInBrowser(app, clientSecret, VISA);
    const paid = await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid.balancePaid).toBe(true);
  });

  test('can be paid with the saved card even if its bank always requires authentication', async () => {
    const sam = await customer(app);
    const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, ...order() });
    const { id } = appointment;
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    await sam.enterCard(setup, AUTHENTICATES);
    await authenticate(app, setup.clientSecret ?? '');
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: setup.setupIntentId ?? '',
    });
    expect(await deliver(id)).toMatchObject({ paymentProcessed: false });
    expect((await sam.trpc.booking.get.query({ id })).paymentChip).toBe('Authentication needed');

    const payment = await open(sam, id);
    expect(payment.errorCode).toBe('authentication_required');
    const paymentMethodId = payment.savedCard?.paymentMethodId ?? '';
    await payInBrowser(app, payment.clientSecret, { paymentMethodId });
    expect(
      (await refusal(sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id }))).status,
    ).toBe(402);
    // The customer left the bank's page and returns.
    expect((await open(sam, id)).clientSecret).toBe(payment.clientSecret);
    await authenticate(app, payment.clientSecret);
    const paid = await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid).toMatchObject({ balancePaid: true, totalPaidCents: 8800 });
    expect(takenFor(app, id)).toBe(8800);
  });

  test('gets a PaymentIntent if the delivery has no saved card', async () => {
    const sam = await customer(app);
    const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, ...order() });
    const { id } = appointment;
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays at the dock' });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    const payments = await Promise.all([open(sam, id), open(sam, id)]);
    expect(new Set(payments.map((one) => one.clientSecret)).size).toBe(1);
    expect(payments[0]).toMatchObject({ errorCode: 'no_card', savedCard: null });
    await payInBrowser(app, payments[0]?.clientSecret ?? '', VISA);
    const paid = await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid).toMatchObject({ balancePaid: true, paymentChip: 'Paid by card' });
    expect(takenFor(app, id)).toBe(8800);
  });

  test("is paid by a guest with the manage link, and other callers can't open the payment", async () => {
    const guest = app.visitor();
    const id = await book(guest, { ...order(), customerPhone: '(269) 555-0199' }, DECLINES_LATER);
    await deliver(id);
    const other = await customer(app);
    for (const answer of await refusals([
      open(other, id),
      other.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id }),
    ])) {
      expect(answer).toMatchObject({ status: 404 });
    }
    expect((await refusal(open(app.visitor(), id))).status).toBe(401);
    const payment = await open(guest, id);
    expect((await open(staff, id)).clientSecret).toBe(payment.clientSecret);
    await payInBrowser(app, payment.clientSecret, VISA);
    const paid = await guest.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid.balancePaid).toBe(true);
  });

  test("is paid by staff for a customer on the phone, with the customer's texts", async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const { clientSecret } = await open(staff, id);
    const confirm = () => staff.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect((await refusal(confirm())).status).toBe(402);
    await payInBrowser(app, clientSecret, VISA);
    const paid = await confirm();
    expect(paid).toMatchObject({ id, balancePaid: true, paymentChip: 'Paid by card' });
    expect(await confirm()).toEqual(paid);
    expect(await sam.trpc.booking.get.query({ id })).toEqual(paid);
    const guests = await book(app.visitor(), { ...order(), customerPhone: '2695550199' });
    expect((await refusal(open(await customer(app), guests))).status).toBe(404);
  });

  test('is the only amount accepted, and a wrong one gets the right one in dollars over REST', async () => {
    const sam = await customer(app);
    const id = await declined(sam);
    const pay = (remainingAmount: unknown) =>
      sam.rest('POST', '/api/create-balance-payment', { appointmentId: id, remainingAmount });
    expect(await pay(87.99)).toMatchObject({
      status: 409,
      body: {
        message: 'The balance is now $88.00.',
        remainingAmount: 88,
        field: 'remainingAmount',
      },
    });
    for (const amount of [undefined, 'all', -5, 88.001, null]) {
      expect(await pay(amount)).toMatchObject({
        status: 400,
        body: { message: 'Please send the balance, such as 122.85.' },
      });
    }
    const answer = await pay('88.00');
    expect(answer).toMatchObject({ status: 200, body: { amount: 88 } });
    expect(answer.body.clientSecret).toContain('_secret_');
    expect(answer.body.amountCents).toBeUndefined();
  });

  test("doesn't exist for an undelivered or test appointment", async () => {
    const sam = await customer(app);
    const id = await book(sam, order());
    expect(await refusal(open(sam, id))).toMatchObject({
      status: 409,
      message: 'This delivery has no balance due.',
    });
    expect(
      await refusal(sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id })),
    ).toMatchObject({ status: 409, message: 'No payment was started for this delivery.' });
  });
});
