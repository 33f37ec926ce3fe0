import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, ORDER, picture } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the main flow, from booking to charge', () => {
  test('a customer books with a card, staff complete it, and the card is charged once for what was delivered', async () => {
    const sam = await customer(app);
    const staff = await admin(app);

    // 20 gallons at $3.10 + $1.00, ice 2 × $5 + $7, and $30 for delivery of both: the shown total.
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    expect(appointment).toMatchObject({
      status: 'pending',
      date: TOMORROW,
      unitPriceCents: 410,
      fuelTotalCents: 8200,
      iceTotalCents: 1700,
      deliveryFeeCents: 3000,
      totalPriceCents: 12_900,
    });
    expect(appointment.publicCode).toMatch(/^D-[2-9A-Z]{6}$/);

    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    expect((await sam.enterCard(authorization)).ok).toBe(true);
    const kept = await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: appointment.id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    expect(kept).toMatchObject({ cardBrand: 'visa', cardLast4: '4242', holdExpiresAt: null });
    expect(app.sandbox.ledger().totals.charges).toBe(0);

    const { id } = appointment;
    const pending = await staff.trpc.admin.appointments.query({ status: 'pending' });
    expect(pending.appointments.map((row) => row.id)).toContain(id);
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.schedule.mutate({ id });
    const result = await staff.trpc.admin.complete.mutate({
      id,
      actualGallons: 18.5,
      receiptPhoto: await picture(),
      fuelPhoto: await picture(),
    });
    // 18.5 gallons at $4.10 are $75.85, plus $17.00 for ice and $30.00 for delivery.
    expect(result).toEqual({
      id,
      totalPriceCents: 12_285,
      paymentProcessed: true,
      balancePaid: true,
      paymentError: null,
      testMode: false,
    });

    const [mine] = await sam.trpc.booking.list.query();
    expect(mine).toMatchObject({
      id,
      status: 'completed',
      totalPaidCents: 12_285,
      remainingBalanceCents: 0,
      paymentStatus: 'paid',
    });
    const seen = await staff.trpc.admin.appointment.query({ id });
    expect(seen.appointment).toMatchObject({ paymentBadge: 'Paid', paymentChip: 'Paid by card' });
    expect(seen.photos.map((photo) => photo.kind).sort()).toEqual(['fuel', 'receipt']);
    for (const photo of seen.photos) {
      expect(Math.max(photo.width, photo.height)).toBe(800);
      const answer = await staff.fetch(`/api/photos/${photo.id}`);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect((await app.visitor().fetch(`/api/photos/${photo.id}`)).status).toBe(404);
    }
    expect(seen.history.map((entry) => entry.action)).toEqual(
      expect.arrayContaining([
        'appointment.confirmed',
        'appointment.completed',
        'charge.succeeded',
      ]),
    );
  });

  test('a repeated completion returns the first result and charges nothing', async () => {
    const sam = await customer(app);
    const staff = await admin(app);
    const id = await book(sam, { time: '12:00 PM - 2:00 PM' });
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.schedule.mutate({ id });
    const complete = () => staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    const results = await Promise.all(Array.from({ length: 12 }, complete));
    for (const result of results) {
      expect(result).toMatchObject({ totalPriceCents: 8800, balancePaid: true });
    }
    // A later completion with different figures changes nothing either.
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 40 });
    const [mine] = await sam.trpc.booking.list.query();
    expect(mine).toMatchObject({ totalPaidCents: 8800, actualGallonsTenths: 100 });
    expect(chargesOf(id)).toEqual([{ charges: 1, charged: 8800 }]);
  });
});

/** The provider's charges for an appointment: their number, and their amount in cents. */
function chargesOf(appointmentId: string) {
  const lines = app.sandbox.ledger().lines.filter((line) => line.appointmentId === appointmentId);
  return lines.map(({ charges, charged }) => ({ charges, charged }));
}
