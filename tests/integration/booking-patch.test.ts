import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  sam = await customer(app);
  id = await book(sam);
});
afterAll(() => app.close());

const patch = (changes: unknown, visitor = sam, of = id) =>
  visitor.rest('PATCH', `/api/appointments/${of}`, changes);

describe('PATCH /api/appointments/{id} by the customer', () => {
  test('changes the given fields and the price, and keeps the others', async () => {
    const moved = await patch({ time: '2:00 PM - 4:00 PM', slipNumber: 'B 7' });
    expect(moved).toMatchObject({
      status: 200,
      body: {
        time: '2:00 PM - 4:00 PM',
        slipNumber: 'B 7',
        location: 'Maple Island Marina',
        estimatedGallons: 20,
        smallIceBags: 2,
        totalPrice: 129,
        cardLast4: '4242',
      },
    });
    const cheaper = await patch({ estimatedGallons: '10', smallIceBags: 0, largeIceBags: 0 });
    // 10 gallons at $4.10, and $25 for fuel alone.
    expect(cheaper.body).toMatchObject({
      totalPrice: 66,
      time: '2:00 PM - 4:00 PM',
      slipNumber: 'B 7',
    });
    expect((await patch({ slipNumber: null })).body.slipNumber).toBeNull();
  });

  test("keeps staff's tenths of a gallon when another field changes", async () => {
    const staff = await admin(app);
    const mine = await book(sam, { date: '2026-06-16' });
    await staff.trpc.admin.editDetails.mutate({
      id: mine,
      estimatedGallons: '1.1',
      smallIceBags: 0,
      largeIceBags: 0,
      customFuelPrice: '',
    });
    const moved = await patch({ date: '2026-06-17' }, sam, mine);
    expect(moved.body).toMatchObject({ date: '2026-06-17', estimatedGallons: 1.1 });
  });

  test('lets staff cancel and read the cancelled appointment', async () => {
    const staff = await admin(app);
    const mine = await book(sam, { date: '2026-06-18' });
    const cancelled = await staff.trpc.booking.patch.mutate({ id: mine, status: 'cancelled' });
    expect(cancelled).toMatchObject({ id: mine, status: 'cancelled' });
  });

  test.each([
    [{ driverId: 1 }, 'Customers can’t change driverId.', 'driverId'],
    [{ driverId: null }, 'Customers can’t change driverId.', 'driverId'],
    [{ totalPrice: 1 }, 'Customers can’t change totalPrice.', 'totalPrice'],
    [{ time: '10:00 AM - 12:00 PM', paidAt: 1 }, 'Customers can’t change paidAt.', 'paidAt'],
    [{ constructor: 'x' }, 'Customers can’t change constructor.', 'constructor'],
    [{ status: 'completed' }, 'Customers can only change the status to cancelled.', 'status'],
    [{ status: 'confirmed' }, 'Customers can only change the status to cancelled.', 'status'],
    [
      { status: 'cancelled', location: 'Elsewhere' },
      'Cancel a delivery or change it, but not both at once.',
      'status',
    ],
    [{}, 'Send at least one field to change.', 'id'],
    [{ location: ' ' }, 'Please enter a delivery address.', 'location'],
    [{ estimatedGallons: 71 }, 'Gallons must be a whole number from 0 to 70.', 'estimatedGallons'],
    [{ estimatedGallons: 2.5 }, 'Gallons must be a whole number from 0 to 70.', 'estimatedGallons'],
    [{ date: null }, 'Please select both date and time for your delivery.', 'date'],
    [{ date: '2026-09-01' }, 'Please select a date within the next 14 days.', 'date'],
    [{ fuelType: 'Diesel' }, 'Please select Regular or Premium fuel.', 'fuelType'],
    [
      { estimatedGallons: 0, smallIceBags: 0, largeIceBags: 0 },
      'Please select fuel gallons or ice bags for delivery.',
      'estimatedGallons',
    ],
  ])('%j is refused with a message', async (changes, message, field) => {
    expect(await patch(changes)).toMatchObject({ status: 400, body: { message, field } });
  });

  test('gets a conflict for a booked time slot', async () => {
    const other = await customer(app);
    await book(other, { date: '2026-06-18' });
    expect(await patch({ date: '2026-06-18', time: '10:00 AM - 12:00 PM' })).toMatchObject({
      status: 409,
      body: { reason: 'slot_taken' },
    });
  });

  test('is refused for other callers, and a guest can use the manage link', async () => {
    const other = await customer(app);
    expect((await patch({ slipNumber: 'X' }, other)).status).toBe(404);
    expect((await patch({ status: 'cancelled' }, other)).status).toBe(404);
    expect((await patch({ slipNumber: 'X' }, app.visitor())).status).toBe(401);
    const guest = app.visitor();
    const theirs = await book(guest, { date: '2026-06-19', customerPhone: '(269) 555-0199' });
    expect((await patch({ slipNumber: 'G 1' }, guest, theirs)).body.slipNumber).toBe('G 1');
    expect((await patch({ slipNumber: 'G 1' }, guest)).status).toBe(404);
  });

  test('cancels with status cancelled, even twice, and ends all changes', async () => {
    expect((await patch({ status: 'cancelled' })).body.status).toBe('cancelled');
    expect((await patch({ status: 'cancelled' })).body.status).toBe('cancelled');
    expect(await patch({ slipNumber: 'late' })).toMatchObject({
      status: 409,
      body: { message: 'This delivery can no longer be changed.' },
    });
  });
});
