/** The delivery that a person just changed, and deliveries under way, are in sight. */
import { expect, test } from '../support/e2e';
import { bookAsStranger, bookWithCard, deliveryCards } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { canBeUsed } from './steps/order-form';
import { DEMO } from './steps/staff';

test('a changed delivery is in view and has the focus', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  await page.reload();
  await canBeUsed(page);
  await deliveryCards(page).getByRole('link', { name: 'Modify' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Estimated Gallons').fill('35');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/');
  await expect(deliveryCards(page).getByRole('heading')).toBeFocused();
  await expect(deliveryCards(page).getByRole('heading')).toBeInViewport();
});

test('a change that began at a link ends there', async ({ page }) => {
  await bookAsStranger(page);
  const list = await page.request.get('/api/trpc/booking.list');
  const [{ link }] = (await list.json()).result.data.json;
  const { pathname } = new URL(link);
  await page.goto(pathname);
  await page.getByRole('link', { name: 'Modify' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Estimated Gallons').fill('35');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(pathname);
  await expect(page.getByRole('article')).toContainText('35 gal');
});

test('a line at the top names the driver who is on the way, also without any script', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  const first = await page.request.get('/');
  expect(await first.text()).toContain('Dana is on the way');
  await page.goto('/');
  const line = page.getByRole('region', { name: 'Under way' });
  await expect(line).toContainText('Dana is on the way');
  await expect(line).toBeInViewport();
  await context.close();
});

test('a customer reads their own deliveries without signal, and no one does after Logout', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  const kept = () => page.evaluate(() => localStorage.getItem('dockside.deliveries'));
  await expect.poll(kept).toContain('Eagle Point Marina');
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/?empty');
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scheduled Deliveries' })).toContainText(
    'Eagle Point Marina',
  );
  await page.unroute('**/api/trpc/**');
  await page.goto('/');
  await canBeUsed(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await kept()).toBeNull();
});
