import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { takenFor } from '../support/paying';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

/** Ten gallons of Regular, for which staff agreed on $3.00. */
async function agreed(over: Record<string, unknown> = {}): Promise<string> {
  const id = await book(sam, { estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0, ...over });
  await staff.trpc.admin.editDetails.mutate({
    id,
    estimatedGallons: '10',
    smallIceBags: 0,
    largeIceBags: 0,
    customFuelPrice: '3.00',
  });
  return id;
}

/** Returns the messages to staff about this appointment's custom price. */
const toldOf = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select body from outbox where appointment_id = ? and dedupe_key like 'custom-price-%'",
    args: [id],
  });
  return rows.map(({ body }) => String(body));
};

describe('a custom price belongs to the fuel it was set for', () => {
  test('the customer’s change of the fuel clears it, and staff are notified', async () => {
    const id = await agreed();
    const changed = await sam.trpc.booking.modify.mutate({
      id,
      ...ORDER,
      fuelType: 'Premium',
      estimatedGallons: 70,
      smallIceBags: 0,
      largeIceBags: 0,
    });
    // 70 gallons at $5.16, and $25 for fuel alone.
    expect(changed).toMatchObject({ unitPriceCents: 516, totalPriceCents: 38_620 });
    const [told, ...others] = await toldOf(id);
    expect(told).toContain('changed 10 gal Regular to 70 gal Premium');
    expect(told).toContain('$3.00 per gallon was for Regular');
    expect(others).toEqual([]);
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.find(({ action }) => action === 'appointment.modified')).toMatchObject({
      before: { customUnitPriceCents: 300 },
      after: { customUnitPriceCents: null },
    });
  });

  test("a change over REST clears it too, and the first fuel doesn't restore it", async () => {
    const id = await agreed({ date: '2026-06-15' });
    const patch = (fuelType: string) => sam.rest('PATCH', `/api/appointments/${id}`, { fuelType });
    expect((await patch('Premium')).body.totalPrice).toBe(76.6);
    expect((await patch('Regular')).body.totalPrice).toBe(66);
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    expect(appointment.customUnitPriceCents).toBeNull();
  });

  test("a delivery after a change of fuel is charged at its own fuel's price", async () => {
    const id = await agreed({ date: '2026-06-16' });
    await sam.rest('PATCH', `/api/appointments/${id}`, { fuelType: 'Premium' });
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    expect(takenFor(app, id)).toBe(7_660);
  });

  test('the same fuel keeps it, and staff are notified only of a large change', async () => {
    const id = await agreed({ date: '2026-06-17' });
    const patch = (changes: unknown) => sam.rest('PATCH', `/api/appointments/${id}`, changes);
    expect((await patch({ estimatedGallons: 20, slipNumber: 'B 7' })).body.totalPrice).toBe(85);
    expect(await toldOf(id)).toEqual([]);
    expect((await patch({ estimatedGallons: 70 })).body.totalPrice).toBe(235);
    expect(await toldOf(id)).toEqual([expect.stringContaining('$3.00 per gallon still applies')]);
  });

  test('many small steps add up, and staff are notified once they reach a large one', async () => {
    const id = await agreed({ date: '2026-06-18' });
    const to = (estimatedGallons: number) =>
      sam.rest('PATCH', `/api/appointments/${id}`, { estimatedGallons });
    for (const gallons of [15, 20]) expect((await to(gallons)).status).toBe(200);
    expect(await toldOf(id)).toEqual([]);
    await to(25);
    const [told] = await toldOf(id);
    expect(told).toContain('changed 10 gal Regular to 25 gal Regular');
    expect(told).toContain('$3.00 per gallon still applies');
    // Staff are notified once, and the next large change is measured from there.
    await to(27);
    await sam.rest('PATCH', `/api/appointments/${id}`, { slipNumber: 'B 9' });
    expect(await toldOf(id)).toHaveLength(1);
    const { open } = await staff.trpc.admin.reviewQueue.query();
    expect(open.filter(({ delivery }) => delivery?.id === id)).toMatchObject([
      { kind: 'custom_price', reason: expect.stringContaining('changed 10 gal') },
    ]);
    app.clock.advance(60_000);
    await to(60);
    expect(await toldOf(id)).toHaveLength(2);
  });

  test('a price that staff save again applies to the current order', async () => {
    const id = await agreed({ date: '2026-06-19' });
    const to = (estimatedGallons: number) =>
      sam.rest('PATCH', `/api/appointments/${id}`, { estimatedGallons });
    await to(18);
    await staff.trpc.admin.editDetails.mutate({
      id,
      estimatedGallons: '18',
      smallIceBags: 0,
      largeIceBags: 0,
      customFuelPrice: '2.90',
    });
    await to(30);
    expect(await toldOf(id)).toEqual([]);
    await to(35);
    expect(await toldOf(id)).toEqual([expect.stringContaining('changed 18 gal')]);
  });

  test('an order at the usual price is changed without a message to staff', async () => {
    const id = await book(sam, { date: TOMORROW, time: '2:00 PM - 4:00 PM', estimatedGallons: 10 });
    await sam.rest('PATCH', `/api/appointments/${id}`, { fuelType: 'Premium' });
    expect(await toldOf(id)).toEqual([]);
  });
});
