/** Only staff and that day's driver can read a gate code. */
import { afterAll, describe, expect, test } from 'bun:test';
import { readyToDeliver } from '../support/actors';
import { TODAY, TOMORROW } from '../support/app';
import { startDockScene } from '../support/dock-scene';

const { app, staff, dana, withBoatAndDock, asStaff, bookWith } = await startDockScene();
afterAll(() => app.close());

describe('the gate code', () => {
  test("is shown only to staff and to that day's driver", async () => {
    const { visitor, boatId, dockId } = await withBoatAndDock({ dock: { gateCode: 'G8-4711' } });
    const order = { boatId, dockId, fuelType: 'Premium' };
    const today = await bookWith(visitor, { ...order, date: TODAY, time: '2:00 PM - 4:00 PM' });
    const later = await bookWith(visitor, { ...order, date: TOMORROW, time: '2:00 PM - 4:00 PM' });
    for (const id of [today, later]) await readyToDeliver(staff, id, dana.driverId);
    const { trpc } = dana.visitor;
    const day = await trpc.driver.day.query({});
    const codeOf = (list: { id: string; dock: { gateCode: string | null } | null }[], id: string) =>
      list.find((one) => one.id === id)?.dock?.gateCode;
    expect(codeOf(day.deliveries, today)).toBe('G8-4711');
    const list = async (date: string) =>
      (await dana.visitor.rest('GET', `/api/appointments/date/${date}`)).body;
    expect(codeOf(await list(TODAY), today)).toBe('G8-4711');
    const ahead = (await list(TOMORROW)).find(({ id }: { id: string }) => id === later);
    expect(ahead.dock).toMatchObject({ gateCode: null, note: 'Mind the dog' });
    expect((await asStaff(later)).dock).toMatchObject({ gateCode: 'G8-4711' });

    const link = (await staff.trpc.admin.showLink.mutate({ id: today })).link;
    const token = link.split('/d/')[1] ?? '';
    const { booking } = visitor.trpc;
    const answers = [
      await booking.list.query(),
      await booking.get.query({ id: today }),
      await app.visitor().trpc.booking.manage.mutate({ token }),
      (await visitor.rest('GET', '/api/appointments')).body,
      await staff.trpc.admin.activity.query({ filter: {} }),
    ];
    expect(JSON.stringify(answers)).not.toContain('G8-4711');

    await staff.trpc.admin.complete.mutate({ id: today, actualGallons: 20 });
    expect(JSON.stringify(await list(TODAY))).not.toContain('G8-4711');
    expect(JSON.stringify(await trpc.driver.day.query({}))).not.toContain('G8-4711');
    const { rows } = await app.deps.db.client.execute(
      "select 1 from outbox where body like '%G8-4711%'",
    );
    expect(rows).toEqual([]);
  });
});
