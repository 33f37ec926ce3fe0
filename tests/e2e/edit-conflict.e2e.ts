/** Tests edit conflicts: someone else's change is shown, and can be merged with one press. */
import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { formatDollars } from '@/domain/money';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { bookWithCard, deliveryCards } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { call, cardOf, codeOf, DEMO, enterAsAdmin, section } from './steps/staff';

const panelOf = (scope: Page | Locator) =>
  scope.getByRole('region', { name: 'Changed while you were editing' });

/** A call by another admin. */
async function atAnotherDesk(request: APIRequestContext, path: string, data: object) {
  const signedIn = await request.post('/api/auth/admin-login', { data: DEMO.admin });
  expect(signedIn.ok()).toBe(true);
  const answer = await request.patch(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Returns the ID of the appointment with a code, as staff read it. */
async function idOf(page: Page, code: string): Promise<string> {
  const answer = await page.request.get('/api/admin/appointments');
  const all = (await answer.json()) as { id: string; publicCode: string }[];
  return all.find(({ publicCode }) => publicCode === code)?.id ?? '';
}

test("an admin sees another admin's change and merges it by keyboard", async ({
  page,
  request,
  product,
}) => {
  await enterAsAdmin(page, '/admin');
  const code = await codeOf(
    section(page, 'Pending').getByRole('article').filter({ hasText: 'Small bags' }).first(),
  );
  const path = `/api/appointments/${await idOf(page, code)}`;
  await cardOf(page, code).getByRole('button', { name: 'Edit Details' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Appointment' });
  await edit.getByLabel('Large ice bags').fill('3');
  await atAnotherDesk(request, path, { estimatedGallons: 18, largeIceBags: 4 });

  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const panel = panelOf(edit);
  await expect(panel).toBeFocused();
  await expect(panel.locator('[data-field="estimatedGallons"]')).toContainText(
    /Gallons: from 0 gal →\s+to 18 gal.*Alex Harbor, /,
  );
  const bags = panel.getByRole('group', { name: 'Large ice bags: which one should we save?' });
  await expect(bags.getByRole('radio', { name: 'Yours: 3' })).toBeChecked();
  await axeFindsNothing(page, 'dialog[open]');

  // The only way to save is to merge, and the preview shows the merged values.
  await expect(edit.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  const preview = edit.getByRole('region', { name: 'Price preview' });
  const id = await idOf(page, code);
  const smallIceBags = await edit.getByLabel('Small ice bags').inputValue();
  const priceOf = (gallons: string, largeIceBags: string) =>
    callsOf(page, product.url).ask('admin.previewPrice', {
      ...{ id, smallIceBags, largeIceBags },
      ...{ estimatedGallons: gallons, customFuelPrice: '' },
    });
  const yours = await priceOf('18', '3');
  await expect(preview).toContainText(formatDollars(yours.totalCents));
  await expect(preview).toContainText(
    new RegExp(`Current total\\s*${RegExp.escape(formatDollars(yours.currentTotalCents))}`),
  );
  await bags.getByRole('radio', { name: 'Theirs: 4' }).check();
  await expect(preview).toContainText(formatDollars((await priceOf('18', '4')).totalCents));
  await bags.getByRole('radio', { name: 'Yours: 3' }).check();
  await expect(preview).toContainText(formatDollars(yours.totalCents));
  await panel.focus();

  // Tab stops first at the choice in the panel, then at the button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Merge and Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  const merged = await (await page.request.get('/api/admin/appointments')).json();
  expect(merged.find((one: { publicCode: string }) => one.publicCode === code)).toMatchObject({
    estimatedGallons: 18,
    largeIceBags: 3,
  });
});

test('an admin who moves a delivery uses the spot that another admin gave it', async ({
  page,
  request,
}) => {
  await enterAsAdmin(page, '/admin');
  const code = await codeOf(section(page, 'Pending').getByRole('article').first());
  const path = `/api/appointments/${await idOf(page, code)}`;
  await cardOf(page, code).getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Location').fill('Pier 3');
  await atAnotherDesk(request, path, { location: 'Pier 9', slipNumber: 'Slip 90' });
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  const panel = panelOf(dialog);
  await expect(panel.locator('[data-field="slipNumber"]')).toContainText('Slip 90');
  await panel.getByRole('radio', { name: 'Theirs: Pier 9' }).check();
  await panel.getByRole('button', { name: 'Merge and Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, code)).toContainText('Pier 9');
});

test('an admin who schedules sees the driver that another admin selected, and keeps their own', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await call(page, 'admin.addDriver', {
    username: 'second',
    password: 'second-driver',
    name: 'Sol Waters',
  });
  await reload(page);
  const code = await codeOf(section(page, 'Confirmed').getByRole('article').first());
  const id = await idOf(page, code);
  await cardOf(page, code).getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Schedule ${code}` });
  await dialog.getByText('Sol Waters').click();
  // Driver 1 is Dana Rivers from the demo.
  await call(page, 'admin.schedule', { id, driverId: 1 });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  const panel = panelOf(dialog);
  await expect(panel).toBeFocused();
  await expect(panel.locator('[data-field="driverId"]')).toContainText('Dana Rivers');
  await expect(panel.getByRole('radio', { name: 'Yours: Sol Waters' })).toBeChecked();
  await expect(panel.locator('[data-field="status"]')).toContainText('Scheduled');
  await panel.getByRole('button', { name: 'Merge and Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, code, 'Scheduled')).toContainText('Sol Waters');
});

test('a customer sees what Dockside changed and saves their own change with it', async ({
  page,
  request,
}) => {
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '15', small: 0, large: 0 });
  const [own] = await (await page.request.get('/api/appointments')).json();
  await deliveryCards(page).getByRole('link', { name: 'Modify' }).click();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('15');
  await page.getByLabel('Estimated Gallons').fill('22');
  await atAnotherDesk(request, `/api/appointments/${own.id}`, { location: 'Guest dock' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const panel = panelOf(page);
  await expect(panel).toBeFocused();
  await expect(panel.locator('[data-field="location"]')).toContainText(/Guest dock.*Dockside, /);
  await panel.getByRole('button', { name: 'Merge and Save' }).click();
  await expect(page.getByText('Appointment Updated')).toBeVisible();
  const [saved] = await (await page.request.get('/api/appointments')).json();
  expect(saved).toMatchObject({ location: 'Guest dock', estimatedGallons: 22 });
});

test("an admin sees another admin's settings, prices, and capacity before replacing them", async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?tab=support');
  const hours = page.getByLabel('Business Hours');
  await hours.fill('Daily 8-8');
  await call(page, 'admin.saveSupport', { businessHours: 'Daily 9-5', serviceArea: 'The lake' });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  const panel = panelOf(page);
  await expect(panel.locator('[data-field="businessHours"]')).toContainText('Daily 9-5');
  await panel.getByRole('button', { name: 'Merge and Save' }).click();
  await expect(page.getByText('Settings Saved')).toBeVisible();
  await expect(hours).toHaveValue('Daily 8-8');
  await expect(page.getByLabel('Service Area')).toHaveValue('The lake');

  await page.goto('/admin?tab=calendar');
  await page.getByRole('button', { name: 'Change Default' }).click();
  const places = page.getByRole('dialog', { name: 'Default capacity' });
  await places.getByRole('button', { name: 'More spots' }).click();
  await call(page, 'admin.setDefaultCapacity', { capacity: 4 });
  await places.getByRole('button', { name: 'Save' }).click();
  await panelOf(places).getByRole('radio', { name: 'Theirs: 4 spots' }).check();
  await panelOf(places).getByRole('button', { name: 'Merge and Save' }).click();
  await expect(places).toBeHidden();
  await expect(page.getByText('Default capacity: 4 spots per window')).toBeVisible();
});
