import { addDays } from '@/domain/dates';
import { expect, test } from '../support/e2e';
import { callApi } from './steps/api';
import { expectFit } from './steps/boxes';
import { letThrough, whileCallFails } from './steps/connection';
import { answer, enterAsAdmin } from './steps/staff';

const TIME_SLOT = '10:00 AM - 12:00 PM';

test("staff block and open time slots, set their capacity, and can't toggle a booked one", async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?tab=calendar');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await expect(days).toHaveCount(14);
  await days.last().click();
  const row = page.locator(`[data-time-slot="${TIME_SLOT}"]`);
  await expect(row).toContainText('Available');

  await whileCallFails(page, 'admin.switchTimeSlot', async () => {
    await page.getByRole('button', { name: `Block ${TIME_SLOT}` }).click();
    await expect(page.getByText('Failed to update availability')).toBeVisible();
  });

  await page.getByRole('button', { name: `Block ${TIME_SLOT}` }).click();
  await expect(row).toContainText('Blocked');
  // The number says what it counts, because the lists of a day count spots.
  await expect(days.last()).toContainText('2 windows open');
  await expect(days.last()).toHaveAccessibleName(/, 2 windows available, 1 blocked$/);
  await page.getByRole('button', { name: 'Block This Day' }).click();
  await expect(days.last()).toContainText('No slots');
  await page.getByRole('button', { name: 'Open This Day' }).click();
  await expect(days.last()).toContainText('3 windows open');

  await page.getByRole('button', { name: `Capacity for ${TIME_SLOT}` }).click();
  const places = page.getByRole('dialog', { name: `Capacity for ${TIME_SLOT}` });
  await places.getByLabel('Use the default').uncheck();
  await places.getByRole('button', { name: 'More spots' }).click();
  await places.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('0 of 2 spots booked');
  await page.getByRole('button', { name: `Capacity for ${TIME_SLOT}` }).click();
  await places.getByLabel('Use the default').check();
  await places.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('0 of 1 spot booked');

  await page
    .getByRole('radio', { name: /booked$/ })
    .first()
    .click();
  const booked = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Booked', { exact: true }) });
  await expect(booked.first().getByRole('button', { name: /^Block/ })).toBeDisabled();
  await booked
    .first()
    .getByRole('button', { name: /^Stop booking for/ })
    .click();
  await expect(booked.first()).toContainText('Customers can’t book spots that open up.');
  await expect(booked.first().getByText('Blocked', { exact: true })).toBeVisible();
  await booked
    .first()
    .getByRole('button', { name: /^Allow booking for/ })
    .click();
  await expect(booked.first()).toContainText('Customers can book spots that open up.');
  await booked
    .first()
    .getByRole('button', { name: /^Show deliveries for/ })
    .click();
  await booked.first().getByRole('link').first().click();
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
});

test('a call without an answer times out, and the calendar continues', async ({ page }) => {
  await page.clock.install();
  await enterAsAdmin(page, '/admin?tab=calendar');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await days.last().click();
  const row = page.locator(`[data-time-slot="${TIME_SLOT}"]`);
  const block = page.getByRole('button', { name: `Block ${TIME_SLOT}` });
  await expect(row).toContainText('Available');
  const address = (call: string) => `**/api/trpc/*${call}*`;
  /**
   * Runs the page's clock until the check succeeds. A read may start at any moment, and gets its
   * full time limit from then on.
   */
  const passTime = (ms: number, isSo: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(ms);
      await isSo();
    }).toPass();

  const sent = Promise.withResolvers<void>();
  await page.route(address('admin.switchTimeSlot'), () => sent.resolve());
  await block.click();
  await sent.promise;
  await expect(block).toBeDisabled();
  await page.clock.runFor(121_000);
  await expect(page.getByText('Failed to update availability')).toBeVisible();
  await expect(block).toBeEnabled();
  await letThrough(page, address('admin.switchTimeSlot'));

  await page.route(address('admin.calendar'), () => {});
  const answered = page.waitForResponse(address('admin.switchTimeSlot'));
  await block.click();
  await answered;
  await expect(block).toBeDisabled();
  await passTime(31_000, () => expect(block).toBeEnabled({ timeout: 1_000 }));
  await letThrough(page, address('admin.calendar'));
  await passTime(6_000, () => expect(row).toContainText('Blocked', { timeout: 1_000 }));
});

test('staff see that a spot is held, and until when', async ({ page, request }) => {
  await enterAsAdmin(page, '/admin?tab=calendar');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await days.last().click();
  const row = page.locator(`[data-time-slot="${TIME_SLOT}"]`);
  await expect(row).toContainText('0 of 1 spot booked');
  await expect(row).not.toContainText('held until');
  const { today } = await (
    await request.get('/api/trpc/slots.window?batch=1&input=%7B%220%22%3A%7B%7D%7D')
  )
    .json()
    .then(([answer]) => answer.result.data.json);
  const booked = await callApi(request, 'POST', '/api/appointments', {
    data: {
      date: addDays(today, 13),
      time: TIME_SLOT,
      location: 'Dock 7',
      estimatedGallons: 10,
      customerPhone: '2695550191',
    },
  });
  expect(booked.status()).toBe(201);
  await expect(row).toContainText('1 of 1 spot booked');
  await expect(row).toContainText(/1 of these is held until \d+:\d\d\s[AP]M/);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await row.getByText(/held until/).scrollIntoViewIfNeeded();
    await expectFit(page);
  }
  const { id } = (await booked.json()) as { id: string };
  const cancelled = await request.delete(`/api/appointments/${id}`);
  expect(cancelled.ok()).toBe(true);
  await expect(row).not.toContainText('held until');
});

test('staff block eight months in one step and open them again', async ({ page }) => {
  await enterAsAdmin(page, '/admin?tab=calendar');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await expect(days.last()).toContainText('3 windows open');
  const later = page.getByRole('region', { name: 'Blocked later' });
  await expect(later).toContainText(/No blocked days after \w{3} \d+$/);
  const block = page.getByRole('button', { name: 'Block 8 Months' });

  await whileCallFails(page, 'admin.blockMonths', async () => {
    await block.click();
    await answer(page, /next 8 months/, 'Block 8 Months');
    await expect(
      page.getByText('Failed to block future appointments. Please try again.'),
    ).toBeVisible();
  });

  await block.click();
  await answer(page, /next 8 months/, 'Block 8 Months');
  await expect(page.getByText(/^Blocked 7\d\d time windows/).first()).toBeVisible();
  await expect(days.last()).toContainText('No slots');
  await expect(later.getByRole('listitem')).toHaveCount(1);
  await expect(later).toContainText(/\w{3} \d+, \d{4} to \w{3} \d+, \d{4}2\d\d days/);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await later.scrollIntoViewIfNeeded();
    await expectFit(page);
  }
  await whileCallFails(page, 'admin.openDays', async () => {
    await later.getByRole('button', { name: /^Open / }).click();
    await answer(page, 'Open these days?', 'Open Days');
    await expect(page.getByText('Failed to update availability')).toBeVisible();
  });
  await expect(later.getByRole('listitem')).toHaveCount(1);
  await later.getByRole('button', { name: /^Open / }).click();
  await answer(page, 'Open these days?', 'Open Days');
  await expect(page.getByText(/^Opened [67]\d\d time windows/).first()).toBeVisible();
  await expect(later).toContainText('No blocked days after');
  // The block's other windows are still blocked, and can be undone.
  await expect(days.last()).toContainText('No slots');
  await page.getByRole('button', { name: 'Undo Block' }).click();
  await answer(page, 'Undo the block?', 'Undo Block');
  await expect(page.getByText(/^Opened \d\d time windows again/).first()).toBeVisible();
  await expect(days.last()).toContainText('3 windows open');
});
