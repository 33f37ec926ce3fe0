/** The delivery that a person just changed, and deliveries under way, are in sight. */
import { expect, test } from '../support/e2e';
import { bookAsStranger, bookWithCard, deliveryCards } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { goBack, reload } from './steps/history';
import { canBeUsed } from './steps/order-form';
import { DEMO } from './steps/staff';

test('a changed delivery is in view and has the focus', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  await reload(page);
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
  await page.getByRole('link', { name: 'Change or Cancel Delivery' }).click();
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
  const line = page.getByRole('region', { name: 'On the way or unpaid' });
  await expect(line).toContainText('Dana is on the way');
  await expect(line).toBeInViewport();
  await context.close();
});

test("a customer's deliveries fit on one phone screen, and each opens at a press", async ({
  page,
}) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  await page.goto('/');
  await canBeUsed(page);
  // The line about the driver is above them.
  await expect(page.getByRole('region', { name: 'On the way or unpaid' })).toBeInViewport();
  const fourth = deliveryCards(page).nth(3);
  await expect(fourth).toBeInViewport({ ratio: 1 });
  const row = fourth.getByRole('button', { expanded: false });
  await expect(row).toContainText(/\w{3}, \w{3} \d+/);
  await expect(row).toContainText(/\d:00 [AP]M - /);
  await expect(row).toContainText('Maple Island Marina');
  await expect(row).toContainText(/\$\d/);
  const modify = fourth.getByRole('link', { name: 'Modify' });
  await expect(modify).toBeHidden();
  await row.click();
  await expect(modify).toBeVisible();
  await expect(fourth).toContainText('Visa ending in 4242');
  for (const name of ['Change Card', 'Cancel']) {
    const button = fourth.getByRole('button', { name });
    const lines = await button
      .getByText(name)
      .evaluate((node) => Math.round(node.getBoundingClientRect().height / 20));
    expect(lines).toBe(1);
  }
  await fourth.getByRole('button', { expanded: true }).click();
  await expect(modify).toBeHidden();
});

test("a delivery's menu has its actions, and shows where the driver is", async ({
  browser,
  page,
  product,
}) => {
  const boat = await browser.newContext();
  const driver = callsOf(boat, product.url);
  await driver.call('auth.login', DEMO.driver);
  await driver.call('driver.setPosition', { latitude: 41.98, longitude: -86.1 });
  await boat.close();
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  await page.goto('/');
  await canBeUsed(page);
  const menuOf = async (status: string) => {
    const card = deliveryCards(page).filter({ hasText: status });
    await card.getByRole('button', { name: /^Actions for D-/ }).click();
    return page.getByRole('dialog');
  };
  const onTheWay = await menuOf('On the way');
  const tracking = onTheWay.getByRole('link', { name: 'Track Delivery' });
  await expect(tracking).toHaveAttribute('href', /^\/d\/\w{22}$/);
  await goBack(page);
  await expect(onTheWay).toBeHidden();

  const pending = await menuOf('Pending');
  await pending.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this delivery?' });
  await question.getByRole('button', { name: 'Keep Delivery' }).click();
  await expect(question).toBeHidden();
  await (await menuOf('Pending')).getByRole('link', { name: 'Modify' }).click();
  await expect(page).toHaveURL(/\/schedule\?edit=/);
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
