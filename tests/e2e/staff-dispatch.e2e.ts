/**
 * Tests Dispatch by touch: assigning and ordering stops, a driver's work and load, and replacing a
 * driver.
 */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { watchPlace } from './steps/boxes';
import { addDriver, confirmAll, fillDay, type Guest } from './steps/day';
import { callsOf } from './steps/driver';
import { dragByFinger } from './steps/finger';
import { goForward } from './steps/history';
import { listsLoaded } from './steps/lists';
import { answer, cardOf, enterAsAdmin } from './steps/staff';

/** An admin with one driver, Ola Berg. */
async function enterWithDriver(page: Page, url: string) {
  const calls = callsOf(page, url);
  await enterAsAdmin(page, '/admin');
  return { calls, driverId: await addDriver(calls, 'Ola Berg') };
}

const columnOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const handleOf = (column: Locator, { publicCode }: Guest) =>
  column.getByRole('button', { name: new RegExp(`^Move ${publicCode},`) });
const cardIn = (column: Locator, { publicCode }: Guest) =>
  column.locator(`[data-line="${publicCode}"]`);

test('staff assign and order stops by touch, and the column shows what is short', async ({
  page,
  product,
}) => {
  const { calls, driverId } = await enterWithDriver(page, product.url);
  // Uses tomorrow, because its onboard load is known.
  const { date, guests } = await fillDay(calls, 1, [0, 0, 1, 1]);
  await confirmAll(calls, guests);
  const [first, second, third] = guests as [Guest, Guest, Guest];
  await calls.call('driver.setLoad', {
    ...{ driverId, date, regularGallons: '45', premiumGallons: '' },
    ...{ smallIceBags: 2, largeIceBags: 0 },
  });
  await page.goto(`/admin?view=day&day=${date}&by=driver`);
  await listsLoaded(page);
  const pool = columnOf(page, 'No driver');
  const ola = columnOf(page, 'Ola Berg');
  for (const column of [pool, ola]) {
    await column.getByRole('button', { name: 'Show Stops' }).click();
  }
  await expect(ola).toContainText('Onboard load: 45 gallons of Regular, 2 small ice bags');
  for (const guest of [first, second]) {
    await dragByFinger(handleOf(pool, guest), ola, 0.99);
    await expect(handleOf(ola, guest)).toBeVisible();
  }
  await expect(ola).toContainText('2 stops · 40 gal');
  await expect(ola).toContainText('Onboard load: 45 gallons of Regular');
  // Other people's changes are shown even while a move waits for its answer.
  const saved = Promise.withResolvers<void>();
  await page.route('**/admin.schedule*', async (route) => {
    await saved.promise;
    await route.continue();
  });
  await dragByFinger(handleOf(pool, third), ola, 0.99);
  const { guests: called } = await fillDay(calls, 1, [2]);
  await expect(handleOf(pool, called[0] as Guest)).toBeVisible();
  await expect(handleOf(ola, third)).toBeVisible();
  saved.resolve();
  await expect(ola).toContainText('Short by 15 gallons of Regular');
  await expect(ola).toContainText(/10\sAM\s-\s12\sPM\s*0\/2 done/);
  await expect(ola).toContainText(/12\sPM\s-\s2\sPM\s*0\/1 done/);
  const ids = async () => {
    const { drivers } = await calls.ask('admin.dispatch', { date });
    const { stops, isManualOrder } = drivers.find(({ id }: { id: number }) => id === driverId);
    return { ids: stops.map(({ id }: { id: string }) => id), isManualOrder };
  };
  await expect
    .poll(ids)
    .toEqual({ ids: guests.slice(0, 3).map(({ id }) => id), isManualOrder: false });

  await dragByFinger(handleOf(ola, third), cardIn(ola, first), 0.1);
  const ordered = [third, first, second].map(({ id }) => id);
  await expect.poll(ids).toEqual({ ids: ordered, isManualOrder: true });
  // A finger that only rests on a handle moves nothing.
  await ola.getByRole('button', { name: 'Use Planned Order' }).click();
  await expect.poll(async () => (await ids()).isManualOrder).toBe(false);
  await handleOf(ola, second).tap();
  await expect(ola.getByRole('button', { name: 'Use Planned Order' })).toHaveCount(0);
  expect((await ids()).isManualOrder).toBe(false);
  await axeFindsNothing(page);
});

test('staff who plan, schedule, and deactivate see an overloaded driver', async ({
  page,
  product,
}) => {
  const { calls, driverId } = await enterWithDriver(page, product.url);
  const takerId = await addDriver(calls, 'Uma Fjord');
  // Nine stops take longer than a window.
  const timeSlots = [...Array.from({ length: 9 }, () => 0), 1];
  // Uses tomorrow, because its onboard load is known.
  const { date, guests } = await fillDay(calls, 1, timeSlots);
  await confirmAll(calls, guests);
  const last = guests.at(-1) as Guest;
  await calls.call('driver.setLoad', {
    ...{ driverId: takerId, date, regularGallons: '15', premiumGallons: '' },
    ...{ smallIceBags: 0, largeIceBags: 0 },
  });
  for (const { id } of guests.slice(0, -1)) await calls.call('admin.schedule', { id, driverId });
  await page.goto(`/admin?view=day&day=${date}&by=driver`);
  const ola = columnOf(page, 'Ola Berg');
  await expect(ola).toContainText('9 stops · 180 gal');
  await expect(ola).toContainText(/10\sAM\s-\s12\sPM\s*0\/9 done\s*\d late, up to \d+ (min|h)/);
  await expect(ola).toContainText('No load entered');
  await expect(columnOf(page, 'Uma Fjord')).toContainText('0 stops');

  await page.goto(`/admin?view=day&day=${date}`);
  await page.getByRole('button', { name: last.customerName }).click();
  const opened = page.getByRole('dialog', { name: 'Appointment' });
  // The dialog's close button returns to the lines, and Forward opens the dialog again.
  await opened.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(opened).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
  await goForward(page);
  await opened.getByRole('button', { name: 'Schedule', exact: true }).click();
  const schedule = page.getByRole('dialog', { name: `Schedule ${last.publicCode}` });
  const option = (name: string) => schedule.locator('label').filter({ hasText: name });
  await expect(option('Ola Berg')).toContainText('9 stops that day, 180 gal, 0 in this window');
  await expect(option('Ola Berg')).toContainText('no load entered');
  await expect(option('Uma Fjord')).toContainText('no other stops that day');
  await expect(option('Uma Fjord')).toContainText('short by 5 gallons of Regular with this one');
  await option('Uma Fjord').click();
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(schedule).toBeHidden();

  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Deactivate Ola Berg' }).click();
  const retire = page.getByRole('dialog', { name: 'Deactivate Ola Berg?' });
  await retire.getByLabel(/:\s9 deliveries, 180\sgal$/).selectOption('Uma Fjord');
  await answer(page, 'Deactivate Ola Berg?', 'Deactivate Driver');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ola Berg' })).toContainText(
    'Inactive',
  );
  const { lines } = await calls.ask('admin.day', { date });
  for (const { id } of guests) {
    const line = lines.find((one: { id: string }) => one.id === id);
    expect(line).toMatchObject({ driverId: takerId, status: 'scheduled' });
  }
});

test('the list of drivers stays where it appeared', async ({ page, product }) => {
  const { calls } = await enterWithDriver(page, product.url);
  const { guests } = await fillDay(calls, 1, [0]);
  await confirmAll(calls, guests);
  const [{ publicCode }] = guests as [Guest];
  const places = await watchPlace(page, 'dialog fieldset label:last-of-type', 'dialog fieldset');
  const known = Promise.withResolvers<void>();
  await page.route('**/admin.*dispatch*', async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto(`/admin?q=${publicCode}`);
  const card = cardOf(page, publicCode);
  await card.getByRole('button', { name: 'Schedule', exact: true }).click();
  const schedule = page.getByRole('dialog', { name: `Schedule ${publicCode}` });
  await expect(schedule).toBeVisible();
  known.resolve();
  // News about Dana must not move Dana under a finger aimed at Ola.
  const ola = schedule.locator('label').filter({ hasText: 'Ola Berg' });
  await expect(ola).toContainText('no other stops that day');
  await expect.poll(places).toHaveLength(1);
  await ola.click();
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(card).toContainText('Ola Berg');
});
