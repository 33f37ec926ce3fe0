/** Tests who can see the fuel-fill photo of a customer's boat, and for how long. */
import { afterAll, describe, expect, test } from 'bun:test';
import { customer, picture, readyToDeliver } from '../support/actors';
import { TODAY } from '../support/app';
import { GULL, startDockScene } from '../support/dock-scene';
import { refusal, type Visitor } from '../support/visitor';

const { app, staff, dana, withBoatAndDock, asStaff, bookWith } = await startDockScene();
afterAll(() => app.close());

describe('a fuel-fill photo', () => {
  const see = (visitor: Visitor, photoId: string | null | undefined) =>
    visitor.fetch(`/api/photos/${photoId}`).then(({ status }) => status);

  test("can be seen by its owner, staff, and that day's driver, and is deleted with its boat", async () => {
    const { visitor, boatId } = await withBoatAndDock();
    const { account } = visitor.trpc;
    const photo = { ...GULL, id: boatId, fillerPhoto: await picture() };
    const [first] = await account.editBoat.mutate(photo);
    const id = first?.fillerPhotoId;
    const before = [visitor, staff, dana.visitor, await customer(app), app.visitor()];
    expect(await Promise.all(before.map((one) => see(one, id)))).toEqual([200, 200, 404, 404, 404]);
    const order = await bookWith(visitor, {
      boatId,
      date: TODAY,
      fuelType: 'Premium',
      time: '2:00 PM - 4:00 PM',
    });
    await readyToDeliver(staff, order, dana.driverId);
    expect(await see(dana.visitor, id)).toBe(200);

    // A form without a photo keeps it, and a new one replaces it, even on the open appointment.
    await account.editBoat.mutate({ ...GULL, id: boatId });
    expect(await see(visitor, id)).toBe(200);
    const [second] = await account.editBoat.mutate(photo);
    expect((await asStaff(order)).boat?.fillerPhotoId).toBe(second?.fillerPhotoId ?? '');
    expect([await see(visitor, id), await see(visitor, second?.fillerPhotoId)]).toEqual([404, 200]);
    await account.removeBoat.mutate({ id: boatId });
    expect(await see(staff, second?.fillerPhotoId)).toBe(404);
  });

  test("is refused if it isn't a picture, and nothing changes", async () => {
    const { visitor, boatId } = await withBoatAndDock();
    const fillerPhoto = `data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`;
    const edit = visitor.trpc.account.editBoat.mutate({ id: boatId, name: 'Other', fillerPhoto });
    expect(await refusal(edit)).toMatchObject({ status: 400 });
    expect(await visitor.trpc.account.boats.query()).toMatchObject([{ name: 'Gull' }]);
  });
});
