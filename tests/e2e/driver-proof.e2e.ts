/** Tests the owner's required proofs on a phone that's rotated, and a driver's fuel-fill photo. */
import type { Locator, Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { boxAtRest } from './steps/boxes';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { goBack, reload } from './steps/history';
import { answer, DEMO, drawPicture, enterAsAdmin, submitSignIn } from './steps/staff';

const UPRIGHT = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };

/** Returns the names of the parts that the toast covers. */
async function covered(page: Page, parts: Record<string, Locator>): Promise<string[]> {
  const card = page.locator('.toast-card');
  // The toast stays while the pointer is over it.
  await card.hover();
  const toast = await boxAtRest(card);
  const found: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    for (const one of await part.all()) {
      const box = await boxAtRest(one);
      const isBeside =
        box.x >= toast.x + toast.width ||
        box.x + box.width <= toast.x ||
        box.y >= toast.y + toast.height ||
        box.y + box.height <= toast.y;
      if (!isBeside) found.push(name);
    }
  }
  return found;
}

/** Draws an M across the field. */
async function sign(page: Page, dialog: Locator) {
  const box = await boxAtRest(dialog.getByRole('img', { name: 'Sign here' }));
  const at = (x: number, y: number) =>
    [box.x + box.width * x, box.y + box.height * y] as [number, number];
  await page.mouse.move(...at(0.2, 0.8));
  await page.mouse.down();
  for (const [x, y] of [
    [0.3, 0.2],
    [0.45, 0.7],
    [0.6, 0.2],
    [0.75, 0.8],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 4 });
  }
  await page.mouse.up();
}

/** The whole signature field is visible, and every button is large enough for a glove. */
async function fitsTheScreen(dialog: Locator) {
  await expect(dialog.getByRole('img', { name: 'Sign here' })).toBeInViewport({ ratio: 1 });
  for (const name of ['Close', 'Clear', 'Done']) {
    const { height } = await boxAtRest(dialog.getByRole('button', { name }));
    expect(height).toBeGreaterThanOrEqual(56);
  }
}

const kindsOf = (photos: { kind: string }[]) => photos.map(({ kind }) => kind).toSorted();
const drawn = async (page: Page) => ({
  ...{ name: 'dock.jpg', mimeType: 'image/jpeg' },
  buffer: await drawPicture(page, 'image/jpeg'),
});

earlyTest(
  "a required signature survives the page and a lost signal, and toasts don't cover the needed controls",
  async ({ browser, page, product }) => {
    const picture = (name: string) => earlyTest.info().outputPath(`${name}.png`);
    const home = await browser.newContext({ baseURL: product.url });
    const office = await home.newPage();
    const staff = callsOf(office, product.url);
    const { id, publicCode } = await giveAppointment(staff);
    await enterAsAdmin(office, '/admin/settings');
    for (const wish of [
      'Require a photo of each delivery',
      'Require a signature for each delivery',
    ]) {
      await office.getByLabel(wish).check();
    }
    await office.getByRole('button', { name: 'Save Settings' }).click();
    await expect(office.getByText('Changes are now in effect.')).toBeVisible();

    await page.setViewportSize(ON_ITS_SIDE);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    const card = await openStop(page, publicCode);
    await card.getByRole('button', { name: 'Mark En Route' }).click();
    await expect(page.getByText('Status updated')).toBeVisible();
    const gallons = card.getByLabel('Actual Gallons Delivered');
    await expect(gallons).toBeVisible();
    const needed = {
      head: card.getByRole('heading', { name: `Order ${publicCode}` }),
      gallons,
      keys: card.getByRole('group', { name: 'Gallons keypad' }),
      bar: page.locator('.next-bar'),
    };
    expect(await covered(page, needed)).toEqual([]);
    await page.screenshot({ path: picture('toast-on-the-page') });

    await page.context().setOffline(true);
    const strip = await boxAtRest(page.locator('.connection-strip'));
    await gallons.evaluate((field) => field.scrollIntoView());
    expect((await boxAtRest(gallons)).y).toBeGreaterThan(strip.y + strip.height);
    await page.context().setOffline(false);

    await gallons.fill('10');
    const complete = card.getByRole('button', { name: 'Complete', exact: true });
    await complete.click();
    await expect(card.getByText('Add a photo')).toBeInViewport();
    await expect(card.getByText('Get a signature')).toBeVisible();
    await card.getByRole('button', { name: 'Sign', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Signature' });
    await expect(dialog).toContainText(`Order ${publicCode}, 10 gallons of Regular`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog.getByText('Sign in the white box')).toBeInViewport();
    await fitsTheScreen(dialog);
    await sign(page, dialog);
    await goBack(page);
    await answer(page, 'Leave without saving the signature?', 'Keep Editing');
    await page.screenshot({ path: picture('signing-on-its-side') });
    await dialog.getByRole('button', { name: 'Done' }).click();
    const signature = card.getByRole('img', { name: 'Signature' });
    await expect(signature).toBeVisible();
    // The photo of an empty boat isn't required anymore.
    await expect(card.getByRole('group', { name: 'No one aboard' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Report Issue' }).click();
    const report = page.getByRole('dialog', { name: 'Report Issue' });
    await report.locator('input[name="issuePhoto"]').setInputFiles(await drawn(page));
    // The photo isn't sent yet, and there may be no signal.
    await expect(report.getByText('Photo Added')).toBeVisible();
    await expect(report.getByText('Photo will be sent with this report.')).toBeVisible();
    await expect(report.getByText('Photo Uploaded')).toBeHidden();
    const parts = {
      title: report.getByRole('heading', { name: 'Report Issue' }),
      text: report.getByLabel('What’s wrong?'),
      buttons: report.locator('.dialog-buttons').getByRole('button'),
    };
    expect(await covered(page, parts)).toEqual([]);
    await page.screenshot({ path: picture('toast-in-a-dialog') });

    // The phone is rotated, and discards the page while its camera is open.
    await page.setViewportSize(UPRIGHT);
    await reload(page);
    await expect(signature).toBeVisible();
    await card.getByRole('button', { name: 'Sign Again' }).click();
    await fitsTheScreen(dialog);
    await axeFindsNothing(page);
    await sign(page, dialog);
    await page.screenshot({ path: picture('signing') });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.locator('input[name="fuelPhoto"]').setInputFiles(await drawn(page));
    await expect(card.getByRole('img', { name: 'Photo' })).toBeVisible();
    await signature.scrollIntoViewIfNeeded();
    await page.screenshot({ path: picture('signed') });
    await page.context().setOffline(true);
    await complete.click();
    await expect(card).toContainText('Completed on this device');
    await page.context().setOffline(false);
    await expect
      .poll(async () => kindsOf((await staff.ask('admin.appointment', { id })).photos))
      .toEqual(['fuel', 'signature']);

    await office.goto(`/admin?q=${publicCode}`);
    await office
      .locator(`[data-appointment="${publicCode}"]`)
      .getByRole('button', { name: 'Photos and History' })
      .click();
    const seen = office.getByRole('dialog').getByRole('img', { name: 'Signature' });
    await expect
      .poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(seen).not.toHaveClass(/opacity-0/);
    await office.screenshot({ path: picture('staff') });
    const opened = office.waitForEvent('popup');
    await seen.click();
    await expect((await opened).locator('img')).toBeVisible();
    await home.close();
  },
);

earlyTest(
  'a driver types a name instead of a signature, and photographs an empty boat and a fuel fill for next time',
  async ({ browser, page, product }) => {
    const picture = (name: string) => earlyTest.info().outputPath(`${name}.png`);
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    await staff.call('auth.login', DEMO.customer);
    const boats = await staff.call('account.addBoat', { name: 'Gull' });
    const boatId = boats.find(({ name }: { name: string }) => name === 'Gull').id;
    const typed = await giveAppointment(staff, { boatId });
    const empty = await giveAppointment(staff, { time: '12:00 PM - 2:00 PM' });
    await staff.call('admin.changeBusinessSettings', { asksForSignature: true });
    await page.setViewportSize(UPRIGHT);
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);

    const first = await openStop(page, typed.publicCode);
    await first.getByRole('button', { name: 'Mark En Route' }).click();
    await first.getByLabel('Actual Gallons Delivered').fill('10');
    await page.context().setOffline(true);
    const filler = first.getByRole('group', { name: 'Fuel Fill Photo for Next Time' });
    await first.locator('input[name="fillerPhoto"]').setInputFiles(await drawn(page));
    const kept = first.getByRole('img', { name: 'Fuel fill, not sent yet' });
    await expect(kept).toBeVisible();
    await expect(filler).toHaveCount(0);
    await page.screenshot({ path: picture('filler') });
    await page.context().setOffline(false);
    await expect(first.getByRole('img', { name: 'Fuel fill', exact: true })).toBeVisible();
    const { appointment } = await staff.ask('admin.appointment', { id: typed.id });
    expect(appointment.boat.fillerPhotoId).toEqual(expect.any(String));

    await first.getByRole('button', { name: 'Sign', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Signature' });
    await dialog.getByLabel('Or Type the Recipient’s Name').focus();
    await page.keyboard.type('Gina Guest');
    await expect(dialog.getByRole('img', { name: 'Typed name: Gina Guest' })).toBeVisible();
    // Enter ends the signature, and doesn't complete the delivery.
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const signature = first.getByRole('img', { name: 'Signature' });
    await expect(signature).toBeVisible();
    await signature.screenshot({ path: picture('typed') });
    await first.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();

    const second = await openStop(page, empty.publicCode);
    await second.getByRole('button', { name: 'Mark En Route' }).click();
    await second.getByLabel('Actual Gallons Delivered').fill('10');
    await second.locator('input[name="nobodyAboard"]').setInputFiles(await drawn(page));
    await expect(second.getByRole('img', { name: 'No one aboard' })).toBeVisible();
    await expect(second.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0);
    await second.getByRole('button', { name: 'Complete', exact: true }).click();
    for (const [{ id }, kind] of [
      [typed, 'signature'],
      [empty, 'nobody_aboard'],
    ] as const) {
      await expect
        .poll(async () => kindsOf((await staff.ask('admin.appointment', { id })).photos))
        .toEqual([kind]);
    }
    await office.close();
  },
);
