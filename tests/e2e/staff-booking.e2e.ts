import { expect, test } from '../support/e2e';
import { enterAsAdmin } from './steps/staff';

test('a booking whose answer was lost is made once, and said so where it was changed since', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New booking' });
  await dialog.getByRole('radio', { name: 'A guest' }).check();
  await dialog.getByLabel('Phone').fill('269 555 0178');
  await dialog.getByLabel('Date').selectOption({ index: 8 });
  await dialog.getByLabel('Time window').selectOption({ index: 2 });
  await dialog.getByLabel('Location').fill('Plover Bay');
  await dialog.getByLabel('Gallons').fill('15');
  const book = dialog.getByRole('button', { name: 'Book', exact: true });
  await page.route(
    /admin\.bookForCustomer/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await book.click();
  await expect(dialog.getByText('We could not reach Dockside.')).toBeVisible();
  await dialog.getByLabel('Gallons').fill('16');
  await book.click();
  await expect(dialog.getByText('It is booked already, as it was before')).toBeVisible();
  await dialog.getByLabel('Gallons').fill('15');
  await book.click();
  await expect(page.getByRole('article').getByText('Plover Bay')).toBeVisible();
});

test('staff book for a caller with an account, and for a guest at a full window with a reason', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New booking' });
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('Please choose a customer, or enter the phone')).toBeVisible();
  await dialog.getByRole('searchbox').fill('555 0117');
  await dialog.getByRole('button', { name: /^Sam Waters/ }).click();
  const dates = dialog.getByLabel('Date');
  await dates.selectOption({ index: 7 });
  const date = await dates.inputValue();
  const order = async (location: string) => {
    await dialog.getByLabel('Time window').selectOption({ index: 2 });
    await dialog.getByLabel('Location').fill(location);
    await dialog.getByLabel('Gallons').fill('20.5');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  };
  await order('Osprey Point');
  await expect(page).toHaveURL(new RegExp(`day=${date}`));
  await expect(page.getByText(/^Appointment D-\w+ is booked$/)).toBeVisible();
  await expect(page.getByRole('article').getByText('Osprey Point')).toBeVisible();
  await page
    .getByRole('button', { name: /^Close( the appointment)?$/ })
    .last()
    .click();

  await page.getByRole('button', { name: 'New booking' }).click();
  await dialog.getByRole('radio', { name: 'A guest' }).check();
  await dialog.getByLabel('Phone').fill('269 555 0177');
  await dialog.getByLabel('Date').selectOption(date);
  await order('Heron Cove');
  const reason = dialog.getByLabel('Why it takes one more');
  await reason.fill('A regular customer.');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByRole('article').getByText('Heron Cove')).toBeVisible();
});
