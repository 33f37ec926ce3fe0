import { expect, test } from '../support/e2e';
import { callApi } from './steps/api';
import { enterAsAdmin } from './steps/staff';

test('a report shows plots and tables, and its file has the same numbers', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  for (const title of ['Revenue', 'Gallons by fuel', 'Ice', 'Deliveries', 'Failed charges']) {
    await expect(page.getByRole('img', { name: `${title} by day` })).toBeVisible();
    await expect(page.getByRole('region', { name: `${title} in numbers` })).toBeVisible();
  }

  for (const title of ['Drivers', 'Places']) {
    await expect(page.getByRole('region', { name: `${title} in numbers` })).toBeVisible();
  }
  await expect(page.getByText(/^30 days before: \$\d/)).toBeVisible();

  await page.getByRole('radio', { name: 'Month' }).check();
  await expect(page).toHaveURL(/by=month/);
  await expect(page.getByRole('img', { name: 'Revenue by month' })).toBeVisible();
  const deliveries = page.getByRole('region', { name: 'Deliveries in numbers' });
  await expect(deliveries.getByRole('row')).toHaveCount(14);
  const total = await deliveries.getByRole('row').last().getByRole('cell').textContent();

  const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  const csv = await (await callApi(page.request, 'GET', file ?? '')).text();
  expect(csv.trim().split('\r\n').at(-1)).toMatch(new RegExp(`^Total,,${total},`));

  await page.getByRole('radio', { name: 'Payment date' }).check();
  await expect(page).toHaveURL(/money=moved/);
  await expect(page.getByText('by the date the money moved.', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    /moneyOn=moved/,
  );

  await page.getByLabel('From').fill('2026-02-01');
  await page.getByLabel('To').fill('2026-01-01');
  await expect(page.getByText('The last day can’t be before the first.')).toBeVisible();
  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To').fill('2001-02-01');
  await expect(page.getByText('No deliveries or payments')).toBeVisible();

  await page.getByRole('link', { name: 'Months' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Months' })).toBeVisible();
  const byDay = page.getByRole('region', { name: / by day$/ });
  await expect(byDay.getByRole('row').last()).toContainText('Total');
  const ledger = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  const entries = await (await callApi(page.request, 'GET', ledger ?? '')).text();
  expect(entries).toMatch(/^Date,Kind,Gross,Fee,Net,Reference,/);
});

test('an address with invalid dates shows the usual dates, or explains why it shows none', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin/reports?from=1066-10-14&to=9999-12-31');
  await expect(page.getByRole('img', { name: 'Revenue by day' })).toBeVisible();
  await expect(page.getByLabel('To')).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/reports$/);
  await page.goto('/admin/reports?from=2026-02-01&to=2026-01-01');
  await expect(page.getByText('The last day can’t be before the first.')).toBeVisible();
  await expect(page.getByText('No report for these dates')).toBeVisible();
  await page.goto('/admin/reports?from=2020-01-01&to=2026-01-01');
  await expect(page.getByText('Select a range of 3 years or less.')).toBeVisible();
});

test('a date typed digit by digit is used once its year is complete', async ({ page }) => {
  await enterAsAdmin(page, '/admin/reports?from=2026-06-01&to=2026-06-30');
  await expect(page.getByText('Monday, June 1, 2026 to', { exact: false })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('admin.report')) asked.push(decodeURIComponent(request.url()));
  });
  const from = page.getByLabel('From');
  await from.pressSequentially('05172026');
  await expect(from).toHaveValue('2026-05-17');
  await expect(page).toHaveURL(/from=2026-05-17/);
  await expect(page.getByText('Sunday, May 17, 2026 to', { exact: false })).toBeVisible();
  expect(asked.filter((url) => /"from":"0/.test(url))).toEqual([]);
});
