/** Tests a driver's onboard load for today and tomorrow. */
import { earlyTest, expect } from '../support/e2e';
import { reload } from './steps/history';
import { draftsOf } from './steps/outbox';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest("tomorrow's load starts with what's known about tomorrow", async ({ page }) => {
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  const dialog = page.getByRole('dialog', { name: 'Load' });
  const open = () => page.getByRole('button', { name: 'Enter Load' }).click();
  const chooseTomorrow = () => dialog.getByRole('radio', { name: 'Tomorrow' }).check();
  const regular = dialog.getByLabel('Regular');
  const save = async (gallons: string) => {
    await regular.fill(gallons);
    await dialog.getByRole('button', { name: 'Save Load' }).click();
    await expect(dialog).toBeHidden();
  };
  await open();
  await dialog.getByRole('radio', { name: 'Today' }).check();
  await save('200');
  await open();
  await chooseTomorrow();
  await save('80.5');

  await open();
  await expect(regular).toHaveValue('200');
  await chooseTomorrow();
  await expect(regular).toHaveValue('80.5');
  // The typed load is kept for today and for tomorrow.
  await regular.fill('90');
  await dialog.getByRole('radio', { name: 'Today' }).check();
  await expect(regular).toHaveValue('90');

  // The typed load also survives if the phone discards the page.
  await expect.poll(() => draftsOf(page)).toMatchObject([{ day: 'today', regularGallons: '90' }]);
  await reload(page);
  await open();
  await expect(regular).toHaveValue('90');
  await dialog.getByRole('button', { name: 'Save Load' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => draftsOf(page)).toEqual([]);
});
