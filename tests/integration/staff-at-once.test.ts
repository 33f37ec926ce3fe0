/** Tests many simultaneous changes by staff. One of them succeeds, on a file and on a server. */
import { beforeAll, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { admin, book, customer, ORDER } from '../support/actors';
import { type TestApp, TODAY, TOMORROW } from '../support/app';
import { onEveryDatabase } from '../support/every-database';
import type { Visitor } from '../support/visitor';

onEveryDatabase((started) => {
  let app: TestApp;
  let staff: Visitor;
  beforeAll(async () => {
    app = started();
    staff = await admin(app);
  });

  /** Makes the same call twelve times at once. */
  const twelve = <T>(call: (index: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: 12 }, (_, index) => call(index)));
  const done = <T>(outcomes: PromiseSettledResult<T>[]) =>
    outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  /** The details of an action's entries, oldest first. */
  const entriesOf = async (action: string) => {
    const { rows } = await app.deps.db.client.execute({
      sql: 'select before, after from audit_log where action = ? order by rowid',
      args: [action],
    });
    return rows.map((row) => ({
      before: JSON.parse(String(row.before)),
      after: JSON.parse(String(row.after)),
    }));
  };

  test('an API key and a calendar link end once', async () => {
    const { id } = await staff.trpc.admin.apiKeys.create.mutate({ name: 'Web', scope: 'read' });
    const revoked = await twelve(() => staff.trpc.admin.apiKeys.revoke.mutate({ id }));
    expect(done(revoked)).toHaveLength(12);
    expect(await entriesOf('api_key.revoked')).toHaveLength(1);
    const { calendar } = staff.trpc;
    const link = await calendar.createLink.mutate({ name: 'Phone', driverId: null });
    const ended = await twelve(() => calendar.revokeLink.mutate({ id: link.id }));
    expect(done(ended)).toHaveLength(1);
    expect(await entriesOf('calendar_link.revoked')).toHaveLength(1);
  });

  test('each change of a price, a promo code, and the support texts starts from the previous one', async () => {
    const chained = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
      entries.slice(1).every(({ before }, index) => Bun.deepEquals(before, entries[index]?.after));
    const prices = await twelve((index) =>
      staff.trpc.admin.setFuelPrices.mutate({ regular: 3 + index / 10, premium: 5 }),
    );
    const set = await entriesOf('prices.set');
    expect(set).toHaveLength(done(prices).length);
    expect(chained(set)).toBe(true);

    const { addPromoCode, editPromoCode } = staff.trpc.admin;
    const code = 'ATONCE';
    expect(done(await twelve(() => addPromoCode.mutate({ code, note: '' })))).toHaveLength(1);
    const notes = await twelve((index) => editPromoCode.mutate({ code, note: `Note ${index}` }));
    const edited = await entriesOf('promo.edited');
    expect(edited).toHaveLength(done(notes).length);
    expect(chained(edited)).toBe(true);

    const texts = await twelve((index) =>
      staff.trpc.admin.saveSupport.mutate({ serviceArea: `Lake ${index}` }),
    );
    const saved = await entriesOf('support.saved');
    expect(saved).toHaveLength(done(texts).length);
    expect(chained(saved)).toBe(true);
  });

  test("a time slot's capacity is never below its appointments, in either order of the calls", async () => {
    const timeSlot = { date: TOMORROW, time: ORDER.time };
    const { setTimeSlotCapacity } = staff.trpc.admin;
    await setTimeSlotCapacity.mutate({ ...timeSlot, capacity: 6 });
    const order = { ...ORDER, customerPhone: '(269) 555-0133' };
    await Promise.all([
      twelve(() => app.visitor().trpc.booking.create.mutate(order)),
      twelve((index) => setTimeSlotCapacity.mutate({ ...timeSlot, capacity: index })),
    ]);
    const { timeSlots } = await staff.trpc.admin.calendar.query({ date: TOMORROW });
    const slot = timeSlots.find(({ label }) => label === ORDER.time);
    expect(slot?.occupied).toBeGreaterThan(0);
    expect(slot?.occupied).toBeLessThanOrEqual(slot?.capacity ?? 0);
    const sizes = await entriesOf('slots.capacity');
    const follows = sizes
      .slice(1)
      .every(({ before }, index) => before.capacity === sizes[index]?.after.capacity);
    expect(follows).toBe(true);
  });

  test('every time slot of a range is blocked, and opened again, by one call', async () => {
    const { blockDays, undoBlock, switchTimeSlot } = staff.trpc.admin;
    const range = { from: addDays(TODAY, 30), to: addDays(TODAY, 39) };
    const one = { date: range.from, time: ORDER.time, isAvailable: false };
    const [blocked] = await Promise.all([
      twelve(() => blockDays.mutate(range)),
      switchTimeSlot.mutate(one),
    ]);
    const batches = done(blocked);
    const singles = await entriesOf('slots.blocked');
    const count = batches.reduce((sum, { blockedCount }) => sum + blockedCount, 0);
    expect(count + singles.length).toBe(30);
    const { batchId } = batches.find((batch) => batch.batchId !== null) ?? {};
    const undone = done(await twelve(() => undoBlock.mutate({ batchId: batchId ?? '' })));
    expect(undone.reduce((sum, { openedCount }) => sum + openedCount, 0)).toBe(count);
    expect(await entriesOf('slots.bulk_undone')).toHaveLength(1);
  });

  test('the default capacity changes once for each number', async () => {
    const { setDefaultCapacity } = staff.trpc.admin;
    expect(done(await twelve(() => setDefaultCapacity.mutate({ capacity: 4 })))).toHaveLength(12);
    expect(await entriesOf('slots.default_capacity')).toMatchObject([
      { before: { capacity: 1 }, after: { capacity: 4 } },
    ]);
  });

  test('one of twelve drivers with the same username is added, with one sign-in and one entry', async () => {
    const driver = { username: 'kim-at-once', password: 'secret-kim', name: 'Kim Shore' };
    const made = done(await twelve(() => staff.trpc.admin.addDriver.mutate(driver)));
    expect(made).toHaveLength(1);
    expect(await entriesOf('driver.added')).toMatchObject([{ after: { driverId: made[0]?.id } }]);
    const kim = app.visitor();
    await kim.trpc.auth.login.mutate(driver);
    expect((await kim.trpc.driver.day.query({})).driver.id).toBe(made[0]?.id ?? 0);
  });

  test('twelve drivers added simultaneously have a number, an entry, and a sign-in each', async () => {
    const made = done(
      await twelve((index) =>
        staff.trpc.admin.addDriver.mutate({
          username: `crew-${index}`,
          password: 'secret-crew',
          name: `Crew ${index}`,
        }),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(12);
    const entries = await entriesOf('driver.added');
    const accounts = await staff.trpc.admin.driverAccounts.query();
    for (const { id, name, username } of made) {
      expect(entries.find(({ after }) => after.driverId === id)?.after).toMatchObject({ name });
      expect(accounts.find((one) => one.id === id)).toMatchObject({ name, username });
    }
  });

  test('a deactivated driver has no remaining delivery, in either order of the calls', async () => {
    const [kim] = (await staff.trpc.admin.driverAccounts.query()).slice(-1);
    const driverId = kim?.id ?? 0;
    const id = await book(await customer(app), { date: addDays(TOMORROW, 3) });
    await staff.trpc.admin.confirm.mutate({ id });
    await Promise.allSettled([
      staff.trpc.admin.schedule.mutate({ id, driverId }),
      staff.trpc.admin.retireDriver.mutate({ id: driverId }),
      staff.trpc.admin.retireDriver.mutate({ id: driverId }),
    ]);
    const accounts = await staff.trpc.admin.driverAccounts.query();
    const isRetired = accounts.find((one) => one.id === driverId)?.status === 'retired';
    const { rows } = await app.deps.db.client.execute({
      sql: 'select driver_id from appointments where id = ?',
      args: [id],
    });
    expect([rows[0]?.driver_id === driverId, isRetired].filter(Boolean)).toHaveLength(1);
  });

  test('a note about a customer is removed once', async () => {
    const sam = await customer(app);
    const id = (await sam.trpc.auth.me.query())?.id ?? '';
    const [note] = await staff.trpc.admin.addCustomerNote.mutate({ id, text: 'Bites.' });
    const removed = await twelve(() =>
      staff.trpc.admin.removeCustomerNote.mutate({ id: note?.id ?? '' }),
    );
    expect(done(removed).filter((one) => one.removed)).toHaveLength(1);
    expect(await entriesOf('customer.note_removed')).toHaveLength(1);
  });
});
