/** An order names a boat and a dock, and stores the facts of both. */
import { afterAll, describe, expect, test } from 'bun:test';
import { book, ORDER, readyToDeliver } from '../support/actors';
import { TODAY, TOMORROW } from '../support/app';
import { FAR, GULL, MAPLE, NEAR, startDockScene } from '../support/dock-scene';
import { refusal, refusals } from '../support/visitor';

const { app, staff, dana, withBoatAndDock, asStaff, bookWith } = await startDockScene();
afterAll(() => app.close());

describe('an order for a boat at a dock', () => {
  test('keeps what the driver needs, and follows the account until the delivery is closed', async () => {
    const { visitor, boatId, dockId } = await withBoatAndDock({ dock: { position: NEAR } });
    const order = { boatId, dockId, fuelType: 'Premium', date: TODAY, time: '12:00 PM - 2:00 PM' };
    const [open, done] = [await bookWith(visitor, order), await bookWith(visitor, order)];
    await readyToDeliver(staff, done, dana.driverId);
    await staff.trpc.admin.complete.mutate({ id: done, actualGallons: 20 });
    expect(await asStaff(open)).toMatchObject({
      ...{ boatId, dockId, boatName: 'Gull', beyondServiceArea: false },
      boat: { ...GULL, type: null, fillerPhotoId: null },
      dock: { gateCode: '4711', note: 'Mind the dog', position: NEAR },
    });

    const { account } = visitor.trpc;
    await account.editDock.mutate({ ...MAPLE, id: dockId, gateCode: '0815', position: FAR });
    await account.editBoat.mutate({ ...GULL, id: boatId, name: 'Tern' });
    expect(await asStaff(open)).toMatchObject({
      ...{ boatName: 'Tern', beyondServiceArea: true },
      boat: { name: 'Tern', fuelCapacity: 40 },
      dock: { gateCode: '0815', position: FAR },
    });
    expect(await asStaff(done)).toMatchObject({
      boat: { name: 'Gull' },
      dock: { gateCode: '4711' },
    });

    await account.removeBoat.mutate({ id: boatId });
    await account.removeDock.mutate({ id: dockId });
    // The delivery is still for that boat and dock, and it can still be moved.
    const moved = { ...ORDER, ...order, fuelType: 'Premium', id: open, date: TOMORROW } as const;
    await visitor.trpc.booking.modify.mutate(moved);
    expect(await asStaff(open)).toMatchObject({
      boat: { name: 'Tern' },
      dock: { gateCode: '0815' },
    });
  });

  test('loses its dock if its address changes, by staff, its customer, or a program', async () => {
    const { visitor, dockId } = await withBoatAndDock({ dock: { position: FAR } });
    const order = { dockId, date: TODAY, time: '2:00 PM - 4:00 PM' };
    const none = { dockId: null, dock: null, metresAway: null, beyondServiceArea: false };
    const [byStaff, byForm, byProgram, stays] = [
      await bookWith(visitor, order),
      await bookWith(visitor, order),
      await bookWith(visitor, order),
      await bookWith(visitor, order),
    ];
    const location = 'Eagle Point';
    await staff.trpc.admin.reschedule.mutate({ id: byStaff, location });
    const { dockId: _, ...form } = { ...ORDER, ...order, location };
    await visitor.trpc.booking.modify.mutate({ ...form, id: byForm } as never);
    await visitor.rest('PATCH', `/api/appointments/${byProgram}`, { location });
    for (const id of [byStaff, byForm, byProgram]) expect(await asStaff(id)).toMatchObject(none);
    await staff.trpc.admin.reschedule.mutate({ id: stays, slipNumber: 'Slip 9' });
    await visitor.rest('PATCH', `/api/appointments/${stays}`, { location: ORDER.location });
    expect(await asStaff(stays)).toMatchObject({ dockId, dock: { gateCode: '4711' } });

    // A delivery elsewhere doesn't set the dock's position either.
    await visitor.trpc.account.editDock.mutate({ ...MAPLE, id: dockId, position: null });
    await readyToDeliver(staff, byStaff, dana.driverId);
    await dana.visitor.trpc.driver.enRoute.mutate({ id: byStaff });
    await dana.visitor.trpc.driver.complete.mutate({
      ...{ id: byStaff, actualGallons: 20, position: NEAR },
    });
    expect(await visitor.trpc.account.docks.query()).toMatchObject([{ latitude: null }]);
  });

  test("keeps its own address's gate if its dock moves to another one", async () => {
    const { visitor, dockId } = await withBoatAndDock({ dock: { position: NEAR } });
    const order = { dockId, date: TODAY, time: '10:00 AM - 12:00 PM' };
    const [stays, there] = [
      await bookWith(visitor, { ...order, location: MAPLE.label }),
      await bookWith(visitor, { ...order, location: 'Far Pier' }),
    ];
    const moved = { label: 'Far Pier', gateCode: '0815', note: 'Ring twice', position: FAR };
    await visitor.trpc.account.editDock.mutate({ ...moved, id: dockId });
    const { note } = MAPLE;
    const ofMaple = {
      ...{ location: MAPLE.label, dockId: null, beyondServiceArea: false },
      dock: { gateCode: '4711', note, position: NEAR },
    };
    expect(await asStaff(stays)).toMatchObject(ofMaple);
    expect(await asStaff(there)).toMatchObject({
      ...{ location: 'Far Pier', dockId, beyondServiceArea: true },
      dock: { gateCode: '0815', note: 'Ring twice', position: FAR },
    });
    // The order keeps its facts when the dock changes again, and when the order moves to another
    // day.
    await visitor.trpc.account.editDock.mutate({ ...moved, id: dockId, gateCode: '99' });
    await staff.trpc.admin.reschedule.mutate({ id: stays, date: TOMORROW });
    expect(await asStaff(stays)).toMatchObject(ofMaple);
    expect(await asStaff(there)).toMatchObject({ dock: { gateCode: '99' } });
  });

  test('stays at a dock whose address is spelled differently, if the customer confirms that or only case differs', async () => {
    const { visitor, dockId: id } = await withBoatAndDock({ dock: { label: 'Maple Iland' } });
    const order = { location: 'Maple Iland', date: TODAY, time: '10:00 AM - 12:00 PM' };
    const open = await bookWith(visitor, { ...order, dockId: id });
    const { account } = visitor.trpc;
    await account.editDock.mutate({ ...MAPLE, id, label: 'maple  iland.' });
    expect(await asStaff(open)).toMatchObject({ dockId: id, location: 'Maple Iland' });
    const label = 'Maple Island';
    await account.editDock.mutate({ ...MAPLE, id, label, isSamePlace: true, gateCode: '99' });
    expect(await asStaff(open)).toMatchObject({ dockId: id, dock: { gateCode: '99' } });
    await account.editDock.mutate({ ...MAPLE, id, label: 'Far Pier', gateCode: '1' });
    expect(await asStaff(open)).toMatchObject({ dockId: null, dock: { gateCode: '99' } });
  });

  test("from a form with the dock's old address gets neither the new gate nor its position", async () => {
    const { visitor, dockId } = await withBoatAndDock({ dock: { position: FAR } });
    const { booking, account } = visitor.trpc;
    const form = { ...ORDER, dockId, location: MAPLE.label, date: TODAY, time: ORDER.time };
    const id = await bookWith(visitor, form);
    const moved = { label: 'Near Pier', gateCode: '0815', position: NEAR };
    await account.editDock.mutate({ ...moved, id: dockId });
    await booking.modify.mutate({ ...form, id, estimatedGallons: 12 } as never);
    expect(await asStaff(id)).toMatchObject({
      ...{ location: MAPLE.label, dockId: null, beyondServiceArea: true },
      dock: { gateCode: '4711', position: FAR },
    });
    const sent = { ...form, atDockAddress: true };
    const there = { date: TODAY, time: '12:00 PM - 2:00 PM', location: 'Eagle Point' };
    const other = await bookWith(visitor, there);
    const { id: customerId } = await visitor.trpc.auth.requireMe.query();
    const forCustomer = { id: crypto.randomUUID(), customerId, ...form, canType: 'boat' };
    for (const answer of await refusals([
      booking.create.mutate(sent as never),
      booking.modify.mutate({ ...form, id: other } as never),
      staff.trpc.admin.bookForCustomer.mutate(forCustomer as never),
    ])) {
      expect(answer).toMatchObject({
        ...{ status: 400, field: 'dockId' },
        message: 'This dock’s address is now Near Pier. Check where we should deliver.',
      });
    }
    const again = { ...sent, location: 'near pier.' };
    const { appointment } = await booking.create.mutate(again as never);
    expect(await asStaff(appointment.id)).toMatchObject({ dockId, dock: { gateCode: '0815' } });
    // A different case doesn't make it another dock, so the order keeps the dock and its gate code.
    const respelled = { ...form, id: appointment.id, dockId: undefined, location: 'NEAR PIER' };
    await booking.modify.mutate(respelled as never);
    expect(await asStaff(appointment.id)).toMatchObject({ dockId, dock: { gateCode: '0815' } });
  });

  test("can't have another customer's boat or dock, or a removed one", async () => {
    const { visitor: sam } = await withBoatAndDock();
    const theirs = await withBoatAndDock();
    const own = await book(sam);
    const guest = { ...ORDER, customerPhone: '2695550100' };
    const { booking } = sam.trpc;
    for (const [field, id] of [
      ['boatId', theirs.boatId],
      ['dockId', theirs.dockId],
      ['boatId', 'no-such-boat'],
    ] as const) {
      for (const answer of await refusals([
        booking.create.mutate({ ...ORDER, fuelType: 'Premium', [field]: id }),
        booking.modify.mutate({ ...ORDER, id: own, fuelType: 'Premium', [field]: id }),
        booking.patch.mutate({ id: own, [field]: id }),
        app.visitor().trpc.booking.create.mutate({ ...guest, [field]: id }),
      ])) {
        expect(answer).toMatchObject({ status: 400, field });
      }
    }
    expect(await asStaff(own)).toMatchObject({ boatId: null, dockId: null, boat: null });
  });

  test('is refused for fuel that must never go into the boat, but a can may be filled with it', async () => {
    const { visitor, boatId } = await withBoatAndDock();
    const { create, patch } = visitor.trpc.booking;
    const wrong = { ...ORDER, boatId, fuelType: 'Regular' } as const;
    expect(await refusal(create.mutate(wrong))).toMatchObject({
      ...{ status: 400, field: 'fuelType', message: 'Gull must never be filled with Regular.' },
    });
    const id = await bookWith(visitor, { ...wrong, canType: 'cans' });
    expect(await refusal(patch.mutate({ id, canType: 'boat' }))).toMatchObject({ status: 400 });
    const ice = { ...wrong, estimatedGallons: 0, smallIceBags: 2 };
    expect((await create.mutate(ice)).appointment.boatName).toBe('Gull');
  });

  test("to fill up is for the tank's capacity, whatever gallons are sent, and stays so when it moves", async () => {
    const { visitor, boatId } = await withBoatAndDock({ boat: { fuelNever: null } });
    const { booking } = visitor.trpc;
    const fillUp = { ...ORDER, boatId, fillUp: true, estimatedGallons: 5 };
    const { appointment } = await booking.create.mutate(fillUp);
    // 40 x 4.10 + 17 + 30
    expect(appointment).toMatchObject({
      ...{ fillUp: true, estimatedGallonsTenths: 400, totalPriceCents: 211_00 },
    });
    const { id } = appointment;
    expect(await booking.patch.mutate({ id, boatId: null })).toMatchObject({
      ...{ fillUp: true, estimatedGallonsTenths: 700, boatName: null },
    });
    // A program that doesn't support fill-ups sends an amount.
    expect(await booking.patch.mutate({ id, estimatedGallons: 12 })).toMatchObject({
      ...{ fillUp: false, estimatedGallonsTenths: 120 },
    });
    const none = { ...ORDER, estimatedGallons: 0, smallIceBags: 0, largeIceBags: 0, fillUp: true };
    const guest = { ...none, customerPhone: '2695550100' };
    const booked = await app.visitor().trpc.booking.create.mutate(guest);
    expect(booked.appointment.estimatedGallonsTenths).toBe(700);
  });

  test('is shown as outside the service area, and staff see how far', async () => {
    const { visitor, dockId } = await withBoatAndDock({ dock: { position: FAR } });
    expect(await visitor.trpc.account.docks.query()).toMatchObject([{ metresAway: 33_358 }]);
    const id = await bookWith(visitor, { dockId });
    expect(await visitor.trpc.booking.get.query({ id })).toMatchObject({ beyondServiceArea: true });
    expect(await asStaff(id)).toMatchObject({ beyondServiceArea: true, metresAway: 33_358 });
    // Staff may still decide to deliver.
    await staff.trpc.admin.confirm.mutate({ id });
    expect(await asStaff(id)).toMatchObject({ status: 'confirmed' });
  });
});

test('by a program follows the same rules, and the fields are optional', async () => {
  const { visitor, boatId, dockId } = await withBoatAndDock();
  const { smallIceBags, largeIceBags, ...fuel } = ORDER;
  const order = { ...fuel, fuelType: 'Premium', fillUp: true, boatId, dockId };
  const { status, body } = await visitor.rest('POST', '/api/appointments', order);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ fillUp: true, estimatedGallons: 40, boatName: 'Gull', dockId }),
  ]);
  const address = `/api/appointments/${body.id}`;
  const changed = await visitor.rest('PATCH', address, { boatId: null });
  expect(changed.body).toMatchObject({ boatId: null, boatName: null, dockId });
  const theirs = { ...order, boatId: (await withBoatAndDock()).boatId };
  const refused = await visitor.rest('POST', '/api/appointments', theirs);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'We couldn’t find that boat. Select another one.',
  ]);
  const none = { ...ORDER, fillUp: null, boatId: null, dockId: null };
  const plain = await visitor.rest('POST', '/api/appointments', none);
  expect(plain.body).toMatchObject({ fillUp: false, boatId: null, dockId: null });
});
