/** Staff manage the waiting list of a full window. */
import { expect, test } from '../support/e2e';
import { zoneOfNoon } from '../support/zones';
import { callsOf } from './steps/driver';
import { enterAsAdmin } from './steps/staff';

// Offers are only made during the day, whenever the test runs.
test.use({ settings: { BUSINESS_TIME_ZONE: zoneOfNoon() } });

const TIME_SLOT = '10:00 AM - 12:00 PM';

test('staff see who waits, and an offer goes to the next person if its holder is removed', async ({
  page,
  browser,
  product,
}) => {
  await enterAsAdmin(page, '/admin?tab=calendar');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await days.last().click();
  const visitor = await browser.newPage({ baseURL: product.url });
  const guest = callsOf(visitor, product.url);
  const staff = callsOf(page, product.url);
  const date = (await guest.ask('slots.window')).days.at(-1).date;
  const order = (name: string) => ({
    ...{ date, time: TIME_SLOT, location: 'Plover Bay', slipNumber: '7', estimatedGallons: 10 },
    ...{ customerName: name, customerEmail: `${name.toLowerCase()}@lake.example` },
    customerPhone: `269-555-01${name.length}0`,
  });
  await guest.call('booking.create', order('Otto'));
  const tokens: string[] = [];
  for (const name of ['Ann', 'Bella']) {
    await guest.call('waiting.join', order(name));
    const links = async () => {
      const mailbox = await (await visitor.request.get('/dev/mailbox')).text();
      return [...new Set(mailbox.match(/(?<=\/w\/)\w{22}/g))].filter(
        (one) => !tokens.includes(one),
      );
    };
    await expect.poll(links).toHaveLength(1);
    const [token = ''] = await links();
    tokens.push(token);
    await guest.call('waiting.confirm', { token });
  }
  await visitor.context().close();

  const row = page.locator(`[data-time-slot="${TIME_SLOT}"]`);
  await row.getByRole('button', { name: '2 waiting' }).click();
  const list = page.getByRole('dialog', { name: /^Waiting list for/ });
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Ann');
  await expect(entries.first()).toContainText('(269) 555-0130');
  await expect(list).toContainText('No spots are free.');
  await expect(list.getByRole('button', { name: 'No Free Spot' }).first()).toBeDisabled();

  await staff.call('admin.setTimeSlotCapacity', { date, time: TIME_SLOT, capacity: 2 });
  await expect(entries.filter({ hasText: 'Ann' })).toContainText(/Offered until \d/);
  await list.getByRole('button', { name: 'Remove Ann' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Ann from the waiting list?' });
  await question.getByRole('button', { name: 'Remove Entry' }).click();
  await expect(question).toContainText('Enter a reason.');
  await question.getByLabel('Reason').fill('Asked on the phone.');
  await question.getByRole('button', { name: 'Remove Entry' }).click();
  await expect(page.getByText('Entry Removed')).toBeVisible();
  await expect(entries).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Bella' })).toContainText(/Offered until \d/);
});
