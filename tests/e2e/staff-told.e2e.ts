import { expect, test } from '../support/e2e';
import { letThrough, retryUntil } from './steps/connection';
import { answer, call, DEMO, enterAsAdmin } from './steps/staff';

const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('staff record a late device action for the right order, or dismiss it with a reason', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAsAdmin(page, '/admin/review');
  const ask = async (path: string, input: object) => {
    const query = encodeURIComponent(JSON.stringify({ json: input }));
    const found = await page.request.get(`/api/trpc/${path}?input=${query}`);
    return (await found.json()).result.data.json;
  };
  const { appointments } = await ask('admin.appointments', { status: 'scheduled' });
  const withStatus = (status: string) =>
    appointments.find((one: { status: string }) => one.status === status);
  const [wrong, right] = [withStatus('scheduled'), withStatus('en_route')];
  const device = await browser.newContext({ baseURL });
  const send = (path: string, json: object) =>
    device.request.post(`/api/trpc/${path}`, { data: { json } });
  expect((await send('auth.login', DEMO.driver)).ok()).toBe(true);
  await call(page, 'admin.cancel', { id: wrong.id });

  const told = { id: wrong.id, actualGallons: 12, notes: 'Left with Joe' };
  const actionKey = 'told-too-late-by-dana-1';
  expect((await send('driver.complete', { ...told, actionKey })).status()).toBe(409);
  const photo = { id: wrong.id, photo: PHOTO, completionKey: actionKey };
  const kept = await send('driver.completePhoto', { ...photo, actionKey: 'photo-of-it-by-dana-1' });
  expect(kept.ok()).toBe(true);
  const item = page.getByRole('article', { name: /^Driver update not accepted/ });
  await expect(item).toContainText('12 gal');
  await expect(item).toContainText('Left with Joe');
  await expect(item.getByRole('img', { name: 'Delivery photo' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('told.png'), fullPage: true });

  const orders = '**/api/trpc/*driver.deliveries*';
  await page.route(orders, (route) => route.abort());
  await item.getByRole('button', { name: 'Select Another Order' }).click();
  const choice = page.getByRole('dialog', { name: 'Which order was delivered?' });
  await expect(choice).toContainText('We couldn’t load the orders');
  await expect(choice.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await letThrough(page, orders);
  await retryUntil(choice, choice.getByLabel('Order'));
  await choice.getByLabel('Order').selectOption(right.id);
  await choice.getByRole('button', { name: 'Continue' }).click();
  await answer(page, `Complete ${right.publicCode} with 12 gal?`, 'Complete Delivery');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  const done = page.getByRole('region', { name: 'Recently resolved' });
  await expect(done).toContainText('Completed with 12 gallons, for another delivery');

  const again = { ...told, actualGallons: 13, actionKey: 'told-too-late-by-dana-2' };
  expect((await send('driver.complete', again)).status()).toBe(409);
  await item.getByRole('button', { name: 'Dismiss' }).click();
  const aside = page.getByRole('dialog', { name: 'Dismiss this item?' });
  await aside.getByRole('button', { name: 'Dismiss Item' }).click();
  await expect(aside).toContainText('Enter a reason.');
  await aside.getByLabel('Reason').fill('Told twice');
  await aside.getByRole('button', { name: 'Dismiss Item' }).click();
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(done).toContainText('Told twice');
  await device.close();
});
