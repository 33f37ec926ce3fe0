import { earlyTest, expect, test } from '../support/e2e';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, drawPicture, submitSignIn } from './steps/staff';

earlyTest(
  'entries at a stop survive the page, can be undone, and get a late photo',
  async ({ browser, page, product }) => {
    const office = await browser.newContext();
    try {
      const staff = callsOf(office, product.url);
      const { id, publicCode } = await giveAppointment(staff);
      const context = page.context();
      await page.goto(`${product.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      const card = await openStop(page, publicCode);
      await card.getByRole('button', { name: 'Mark En Route' }).click();
      const gallons = card.getByLabel('Actual Gallons Delivered');
      // A toast over a key would catch the tap of a digit, even on a phone in landscape.
      const toast = page.getByRole('status').filter({ hasText: 'Status updated' });
      // The toast stays while it has the focus.
      await toast.getByRole('button').focus();
      for (const size of [
        { width: 844, height: 390 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        await expect(toast).toBeVisible();
        for (const key of ['1', '2', '3']) {
          await expect
            .poll(() => card.getByRole('button', { name: key, exact: true }).evaluate(isFree))
            .toBe(true);
        }
        // The toast doesn't cover the directions either, which the driver may need right away.
        for (const name of ['Navigate', 'Call']) {
          const link = card.getByRole('link', { name, exact: true });
          await link.scrollIntoViewIfNeeded();
          await expect.poll(() => link.evaluate(isFree)).toBe(true);
        }
        await page.screenshot({ path: test.info().outputPath(`toast-${size.width}.png`) });
      }
      await gallons.fill('9.5');
      await card.getByRole('button', { name: 'Fewer small bags' }).click();
      await card.getByLabel('Delivery Notes').fill('We ran out of ice');
      // A reload at the same moment would be faster than the device's storage.
      await expect.poll(() => page.evaluate(keptDrafts)).toContain('We ran out of ice');
      await reload(page);
      await expect(gallons).toHaveValue('9.5');
      await expect(card.getByLabel('Small Ice Bags Delivered')).toHaveValue('1');
      await expect(card.getByLabel('Delivery Notes')).toHaveValue('We ran out of ice');

      // The completion can be undone while it waits, which restores the whole form.
      await context.setOffline(true);
      await card.getByRole('button', { name: 'Complete', exact: true }).click();
      await page.getByRole('button', { name: /^Charge \$/ }).click();
      await expect(card).toContainText('Completed on this device');
      await expect(page.getByText('Complete with 9.5 gallons, ice: 1 small')).toBeVisible();
      await card.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('It wasn’t sent.')).toBeVisible();
      await expect(gallons).toHaveValue('9.5');

      await context.setOffline(false);
      await card.getByRole('button', { name: 'Complete', exact: true }).click();
      await page.getByRole('button', { name: /^Charge \$/ }).click();
      const done = page.getByRole('region', { name: 'Done today (1)' });
      await expect(done).toContainText(publicCode);
      await expect(done).toContainText('9.5 gallons, ice: 1 small');
      const told = () => staff.ask('admin.appointment', { id });
      await expect
        .poll(async () => (await told()).appointment)
        .toMatchObject({
          ...{ status: 'completed', actualGallonsTenths: 95, smallIceBags: 1 },
          notes: 'We ran out of ice',
        });

      await done.getByRole('button', { name: 'Add Photo' }).click();
      const dialog = page.getByRole('dialog', { name: `Photo for ${publicCode}` });
      await dialog.locator('input[name="photo"]').setInputFiles({
        ...{ name: 'dock.jpg', mimeType: 'image/jpeg' },
        buffer: await drawPicture(page, 'image/jpeg'),
      });
      await expect(dialog.getByRole('img', { name: 'Photo' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Send Photo' }).click();
      await expect(done).toContainText('Photo sent');
      await expect.poll(async () => (await told()).photos).toHaveLength(1);
      await page.screenshot({ path: test.info().outputPath('done-today.png'), fullPage: true });
    } finally {
      await office.close();
    }
  },
);

/** Whether a tap on its center hits it. */
function isFree(target: Element): boolean {
  const { x, y, width, height } = target.getBoundingClientRect();
  return target.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Returns the device's drafts as JSON. Runs in the page. */
function keptDrafts(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('dockside-driver');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify(reading.result));
      };
    };
  });
}
