/** Tests a spill report, from the driver's three taps to the page that staff print. */
import { earlyTest, expect } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { reload } from './steps/history';
import { draftsOf } from './steps/outbox';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

earlyTest(
  'a driver reports a spill in three taps, and staff print its report',
  async ({ browser, page, product }) => {
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    await page.getByRole('button', { name: 'Go Offline' }).tap();
    const toast = page.getByText('You’re offline. New deliveries will go to other drivers.');
    await expect(toast).toBeVisible();
    // On the way to the button, the finger touches the page elsewhere. Otherwise, two quick taps at one
    // place of the screen would count as a double-tap.
    await page.getByRole('heading', { name: 'At the dock' }).tap();
    await page.getByRole('button', { name: 'Report Spill' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Report a spill' });
    await expect(dialog).toBeVisible();
    // Nothing covers the next tap target.
    expect(await toast.count()).toBe(0);
    await axeFindsNothing(page);
    await page.screenshot({ path: earlyTest.info().outputPath('spill.png') });
    await dialog.getByRole('radio', { name: 'Up to 1 gallon' }).tap();
    await expect.poll(() => draftsOf(page)).toMatchObject([{ amount: 'gallon' }]);
    // The phone discards the page.
    await reload(page);
    await page.getByRole('button', { name: 'Report Spill' }).tap();
    await expect(dialog.getByRole('radio', { name: 'Up to 1 gallon' })).toBeChecked();
    // Uses the keyboard, because a tap this soon after the dialog opened would be the second of a
    // double-tap.
    await dialog.getByRole('button', { name: 'Send Report' }).press('Enter');
    await expect(page.getByText('Spill Reported')).toBeVisible();
    await expect.poll(() => draftsOf(page)).toEqual([]);

    const home = await browser.newContext({ baseURL: product.url });
    const office = await home.newPage();
    await enterAsAdmin(office, '/admin/review');
    const item = office.getByRole('article', { name: /^Spill/ });
    await expect(item).toContainText('up to 1 gallon of Premium. Cause: not known yet.');
    await item.getByRole('link', { name: 'Spill Report' }).click();
    await office.getByLabel('Who You Called').fill('Harbor master');
    await office.getByRole('button', { name: 'Add Call' }).click();
    await expect(office.getByText(/^Harbor master, .*, by Alex Harbor$/)).toBeVisible();
    await expect(office.getByText('Maple Island Marina').first()).toBeVisible();
    await expect(office.getByRole('button', { name: 'Print' })).toBeVisible();
    await axeFindsNothing(office);
    await office.screenshot({ path: earlyTest.info().outputPath('report.png'), fullPage: true });
    await home.close();
  },
);
