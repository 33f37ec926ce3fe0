/**
 * Checks a screen reader's output and its order, and that nothing moves when motion is unwanted.
 */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { callsOf } from './steps/driver';
import { listsLoaded } from './steps/lists';
import { canBeUsed, openWithoutDate, scheduleButton } from './steps/order-form';
import { DEMO, knowAdmin } from './steps/staff';

/** Returns the problems with the page's order or its parts' names. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((node) =>
        node.checkVisibility({ visibilityProperty: true }),
      );
    const faults: string[] = [];
    const parts = shown('header:not(main *, dialog *), main').map(({ localName }) => localName);
    if (parts.join() !== 'header,main') faults.push(`parts: ${parts.join()}`);
    const titles = shown('h1');
    if (titles.length !== 1) faults.push(`${titles.length} titles`);
    const levels = shown('h1, h2, h3, h4, h5, h6').map((node) => Number(node.localName[1]));
    if (levels[0] !== 1 || !titles[0]?.closest('main'))
      faults.push('the title is not first in main');
    const jump = levels.findIndex((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1);
    if (jump >= 0) faults.push(`levels of headings: ${levels.join()}`);
    // Screen readers don't announce a region that appears together with its first message.
    if (!document.querySelector('[role=status]:empty') || !document.querySelector('[role=alert]')) {
      faults.push('no live region');
    }
    for (const name of ['aria-describedby', 'aria-labelledby']) {
      for (const node of shown(`[${name}]`)) {
        const ids = node.getAttribute(name)?.split(' ') ?? [];
        if (!ids.every((id) => document.getElementById(id))) faults.push(`${name} of nothing`);
      }
    }
    for (const node of shown('[aria-invalid=true]')) {
      if (!node.matches('[aria-describedby], [aria-describedby] *')) faults.push('an error unsaid');
    }
    return faults;
  });

/** Returns the names of animations on the page, running or pending. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : '')),
  );

const SCREENS = [
  { who: 'visitor', paths: ['/', '/schedule', '/account'] },
  { who: 'customer', paths: ['/', '/schedule', '/account'] },
  { who: 'admin', paths: ['/admin', '/admin?tab=calendar', '/admin/review'] },
  { who: 'driver', paths: ['/driver'] },
] as const;

test("each screen starts with its title in its main part, has headings in order, and doesn't move", async ({
  page,
  product,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { call } = callsOf(page, product.url);
  const found: string[] = [];
  for (const { who, paths } of SCREENS) {
    if (who === 'admin') await knowAdmin(page);
    if (who !== 'visitor')
      await call(who === 'admin' ? 'auth.adminLogin' : 'auth.login', DEMO[who]);
    for (const path of paths) {
      await page.goto(path);
      await canBeUsed(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await listsLoaded(page);
      for (const fault of await faultsOf(page)) found.push(`${who} ${path}: ${fault}`);
      for (const name of await moving(page)) found.push(`${who} ${path} moves: ${name}`);
    }
  }
  expect(found).toEqual([]);
});

test("screen readers hear a dialog's title and each field's error, and nothing moves", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWithoutDate(page);
  await scheduleButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Missing Information');
  await expect(page.getByLabel('Delivery Location')).toHaveAccessibleDescription(/./);
  expect([await faultsOf(page), await moving(page)]).toEqual([[], []]);

  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Login');
  expect(await moving(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription(/./);
  await expect(dialog.getByLabel('Username')).toBeFocused();
});
