/**
 * Tests what people see and hear with a keyboard, a screen reader, their own colors, zoom, or a
 * translator.
 */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookWithCard, deliveryCards, paymentModal } from './steps/booked-delivery';
import { expectFit } from './steps/boxes';
import { accountDialog, enterAsCustomer } from './steps/customer';
import { goBack, goForward } from './steps/history';
import { goToDay, listsLoaded } from './steps/lists';
import {
  chooseDate,
  chooseTime,
  dates,
  fillBooking,
  onDate,
  openHome,
  scheduleButton,
} from './steps/order-form';
import { call, enterAsAdmin } from './steps/staff';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function enter(target: Locator) {
  await target.focus();
  await target.press('Enter');
}

test('a page change moves the focus to the title, and the focus stays in a list of boats after one is removed', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await enter(page.getByRole('link', { name: 'My Account' }));
  const account = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(account).toBeFocused();
  await enter(page.getByRole('link', { name: 'Back to Scheduling' }));
  await expect(heading(page, 'Fuel Delivery at Your Dock')).toBeFocused();
  await goBack(page);
  await expect(page).toHaveURL(/account/);
  await expect(account).toBeFocused();
  await goForward(page);
  await expect(heading(page, 'Fuel Delivery at Your Dock')).toBeFocused();

  await goBack(page);
  const boats = page.getByRole('region', { name: 'Boats' });
  await boats.getByRole('button', { name: 'Add boat' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Gull');
  await dialog.getByRole('button', { name: /^(Add|Save)/ }).click();
  await expect(dialog).toBeHidden();
  await enter(boats.getByRole('button', { name: /Remove/ }).first());
  await enter(page.getByRole('dialog').getByRole('button', { name: /Remove/ }));
  await expect(boats.getByRole('button', { name: /Remove/ })).toHaveCount(0);
  await expect(heading(page, 'Boats')).toBeFocused();
});

test('screen readers announce the title of each staff page', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  for (const [link, name] of [
    ['Reports', 'Reports'],
    ['Today', 'Admin Dashboard'],
    ['Team', 'Team'],
  ] as const) {
    if (link === 'Team') await page.getByRole('banner').locator('summary').click();
    await enter(page.getByRole('link', { name: link }));
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(title).toBeFocused();
  }
});

test("the focus stays near a delivery after it's booked or cancelled", async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  await expect(heading(page, 'Your delivery is booked')).toBeFocused();

  await enter(deliveryCards(page).getByRole('button', { name: 'Cancel' }));
  const question = page.getByRole('dialog', { name: 'Cancel this delivery?' });
  await enter(question.getByRole('button', { name: 'Cancel Delivery' }));
  await expect(page.getByText('Appointment Cancelled')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(0);
  await expect(heading(page, 'Scheduled Deliveries')).toBeFocused();
});

/** Returns an element's visible colors: background, edge, and a mark inside. */
const look = (target: Locator) =>
  target.evaluate((node) => {
    const { backgroundColor, borderColor } = getComputedStyle(node);
    return [backgroundColor, borderColor, getComputedStyle(node, '::after').content];
  });

test('a selection is visible in every color, more contrast darkens edges, and a dialog has an edge', async ({
  page,
}) => {
  await openHome(page);
  const tile = page.getByRole('group', { name: 'Date' }).locator('label');
  const chosenTile = tile.filter({ has: page.locator(':checked') });
  expect((await look(chosenTile))[2]).toBe('""');
  expect((await look(tile.last()))[2]).toBe('none');
  const usual = await look(tile.last());
  await page.emulateMedia({ contrast: 'more' });
  expect((await look(tile.last()))[1]).not.toBe(usual[1]);

  // Late in the day, the first date may have one open time, so there's nothing to compare it with.
  await chooseTime(page, 1, 2);
  await page.emulateMedia({ contrast: null, forcedColors: 'active' });
  for (const group of ['Date', /^Time/, 'Fuel Type']) {
    const labels = page.getByRole('group', { name: group }).locator('label');
    const chosen = labels.filter({ has: page.locator(':checked') }).first();
    const other = labels.filter({ has: page.locator(':not(:checked):enabled') }).first();
    expect((await look(chosen))[0]).not.toBe((await look(other))[0]);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const edge = await accountDialog(page).evaluate((node) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
      getComputedStyle(node);
    return [borderTopStyle, borderTopWidth, borderTopColor !== backgroundColor];
  });
  expect(edge).toEqual(['solid', '1px', true]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAsAdmin(page, '/admin?view=day');
  const tabs = page.getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  const selected = page.getByRole('tab', { selected: true }).last();
  const unselected = page.getByRole('tab', { selected: false }).last();
  expect((await look(selected))[0]).not.toBe((await look(unselected))[0]);
  const day = page.getByRole('navigation', { name: 'Days' }).getByRole('button');
  const shown = day.and(page.locator('[aria-current]'));
  expect((await look(shown))[0]).not.toBe((await look(day.last()))[0]);
});

test('a selected tab, day, filter, or line has a bar, not only a background', async ({ page }) => {
  const hasBar = (target: Locator) =>
    target.evaluate((node) =>
      /(0px -4px|4px 0px) 0px 0px inset/.test(getComputedStyle(node).boxShadow),
    );
  const differ = async (chosen: Locator, other: Locator) => {
    await expect(chosen).toBeVisible();
    // Colors and bars fade in.
    await expect.poll(() => hasBar(chosen)).toBe(true);
    expect(await hasBar(other)).toBe(false);
  };
  const pressed = (within: Page | Locator, isPressed: boolean) =>
    within.getByRole('button', { pressed: isPressed });
  await openHome(page);
  await page.getByRole('button', { name: '20 gallons' }).click();
  const amounts = page.getByRole('group', { name: 'Common amounts' });
  await differ(pressed(amounts, true), pressed(amounts, false).first());

  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAsAdmin(page, '/admin?view=day');
  await goToDay(page, 1);
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('button');
  await differ(days.and(page.locator('[aria-current]')), days.last());
  for (const list of await page.getByRole('tablist').all()) {
    await differ(
      list.getByRole('tab', { selected: true }),
      list.getByRole('tab', { selected: false }).first(),
    );
  }
  const arrangement = page.getByRole('button', { name: /^By / });
  await differ(
    arrangement.and(page.locator('[aria-pressed="true"]')),
    arrangement.and(page.locator('[aria-pressed="false"]')),
  );
  const lines = page.locator('tr[data-line]');
  expect(await hasBar(lines.first())).toBe(false);
  await lines.first().getByRole('button').click();
  await expect.poll(() => hasBar(lines.first())).toBe(true);
  await page.goto('/admin?view=money&kind=owed');
  const kinds = page.getByRole('group', { name: 'Status' });
  await differ(pressed(kinds, true), pressed(kinds, false).first());
  await page.goto('/admin?tab=calendar');
  const dateKeys = page.getByRole('radiogroup', { name: 'Date' });
  await differ(
    dateKeys.getByRole('radio', { checked: true }),
    dateKeys.getByRole('radio', { checked: false }).first(),
  );
});

/** Returns the texts that are cut off or overflow their cell. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((node) => {
      const isCell = node.matches('td, th');
      const cuts = /hidden|clip/.test(getComputedStyle(node).overflowX);
      const isShown =
        node.clientWidth > 1 && node.checkVisibility() && !node.closest('svg, .sr-only');
      const isCut = (isCell || cuts) && isShown && node.scrollWidth > node.clientWidth + 1;
      return isCut ? [`${node.tagName} ${node.textContent}`] : [];
    }),
  );

/** Sets the text spacing that WCAG 1.4.12 lets readers choose, or the page's own. */
const space = (page: Page, isWide: boolean) =>
  page.evaluate(
    (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    },
    isWide ? SPACING : '',
  );
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';

test('staff tables are readable at every width and with wider letter spacing', async ({ page }) => {
  test.slow();
  await enterAsAdmin(page, '/admin?view=day');
  await goToDay(page, 1);
  const line = page.locator('tr[data-line]').first();
  const id = (await line.getByRole('button').getAttribute('id'))?.replace('line-', '');
  const location = 'Seventeen Sisters Harbor of Refuge, north basin, dock C';
  await call(page, 'admin.reschedule', { id, location });
  const { searchParams } = new URL(page.url());
  const day = `/admin?view=day&day=${searchParams.get('day')}`;
  const others = [
    '?view=money',
    '?tab=customers',
    '?tab=prices',
    '/months',
    '/reports',
    '/closing',
  ];
  for (const path of [day, `${day}&open=${id}`, `${day}&by=driver`, ...others]) {
    await page.goto(path.startsWith('/admin') ? path : `/admin${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await listsLoaded(page);
    for (const width of [320, 720, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => cutTexts(page), `${path} at ${width} px`).toEqual([]);
      await space(page, true);
      await expect.poll(() => cutTexts(page), `${path} at ${width} px, spaced`).toEqual([]);
      await expectFit(page);
      await space(page, false);
      await expectFit(page);
    }
  }
});

test('every field of a dialog can be seen in a low window', async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  const modal = paymentModal(page);
  await expect(modal).toBeVisible();
  for (const size of [
    { width: 320, height: 256 },
    { width: 568, height: 320 },
  ]) {
    await page.setViewportSize(size);
    const cancel = modal.getByRole('button', { name: 'Cancel' });
    for (const part of [modal.getByLabel('ZIP Code'), cancel]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
      const isOnTop = await part.evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
    expect(await modal.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  }
});

test('Create Account inside Login opens at its top in a low window', async ({ page }) => {
  await openHome(page);
  for (const size of [
    { width: 568, height: 320 },
    { width: 844, height: 390 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
    const dialog = accountDialog(page);
    await enter(dialog.getByRole('button', { name: 'Create Account' }));
    await expect(dialog).toHaveAccessibleName('Create Account');
    const scrolled = () =>
      dialog.evaluate((node) =>
        [node, ...node.querySelectorAll('[data-dialog-body]')].map(({ scrollTop }) => scrollTop),
      );
    await expect.poll(scrolled).toEqual([0, 0]);
    // On a touch screen the title has the focus, because a field would open the keyboard.
    await expect(dialog.getByRole('heading', { name: 'Create Account' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('a dialog adds no second banner to the page', async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  await expect(page.locator('dialog header')).toHaveCount(0);
  await page.goto('/admin-login');
  await expect(page.getByRole('banner')).toHaveCount(1);
});

test('the legend of a chart keeps its colors in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterAsAdmin(page, '/admin/reports');
  const charts = page.locator('figure.plot');
  await expect(charts.first()).toBeVisible();
  const names = charts.filter({ has: page.locator('figcaption > span:nth-child(2)') }).first();
  const colors = await names
    .locator('figcaption [aria-hidden]')
    .evaluateAll((chips) => chips.map((chip) => getComputedStyle(chip).backgroundColor));
  expect(colors.length).toBeGreaterThan(1);
  expect(new Set(colors).size).toBe(colors.length);
});

test('a relative time is right as soon as a device wakes up', async ({ page }) => {
  await page.clock.install();
  await openHome(page);
  const updated = page.getByText(/^Last updated/).locator('time');
  await expect(updated).toBeVisible();
  const before = await updated.textContent();
  // A timer doesn't run while a device sleeps. Without signal, the page can't read the server's
  // clock either.
  await page.context().setOffline(true);
  await page.clock.setSystemTime(Date.now() + 5 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(updated).toHaveText(/[45] hours ago/);
  expect(before).not.toMatch(/hours/);
});

test("the order form's bar never covers the focused field", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [640, 512],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openHome(page);
    await dates(page).first().focus();
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const bar = document.querySelector('.order-bar')?.getBoundingClientRect();
        const focused = document.activeElement;
        const box = (focused?.closest('label') ?? focused)?.getBoundingClientRect();
        if (!bar || !box || !focused || focused.closest('.order-bar')) return 'end';
        return box.top < bar.top - 8 ? 'seen' : focused.outerHTML;
      });
      if (seen === 'end') break;
      expect(seen).toBe('seen');
    }
  }
});

/** Acts like a browser's translator, which wraps each text in its own elements as it appears. */
function translate() {
  const done = new WeakSet<Node>();
  const wrap = (node: Node) => {
    if (node instanceof Text) {
      const parent = node.parentElement;
      const isLeftAlone =
        !node.data.trim() || parent?.closest('[translate="no"], script, style, font, svg');
      if (done.has(node) || isLeftAlone || !parent) return;
      done.add(node);
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = node.data;
      outer.append(inner);
      parent.replaceChild(outer, node);
      return;
    }
    for (const child of [...node.childNodes]) wrap(child);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) wrap(node);
  }).observe(document, { childList: true, subtree: true });
}

test('figures, dates, and names stay correct while a browser translates the page', async ({
  page,
}) => {
  await page.addInitScript(translate);
  await openHome(page);
  const values = await dates(page).evaluateAll((nodes) =>
    nodes.map((node) => (node as HTMLInputElement).value),
  );
  for (const date of values.slice(0, 3)) await chooseDate(page, date);
  await expect(page.getByText(onDate(values[2] as string))).toBeVisible();

  const bar = page.locator('.order-bar');
  const totals = new Set<string | null>();
  for (const gallons of ['10', '20', '35']) {
    await page.getByLabel('Estimated Gallons').fill(gallons);
    await expect(page.getByText(`${gallons} gal Regular`)).toBeVisible();
    await expect(bar.locator('output')).not.toHaveText('$0.00');
    totals.add(await bar.locator('output').textContent());
  }
  expect(totals.size).toBe(3);
});

test("Login accepts a password filled in without an event, and doesn't send it to a spelling service", async ({
  page,
}) => {
  await openHome(page);
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const dialog = accountDialog(page);
  await dialog.getByLabel('Username').evaluate((node) => {
    (node as HTMLInputElement).value = 'nobody-here';
  });
  await dialog.getByLabel('Password', { exact: true }).evaluate((node) => {
    (node as HTMLInputElement).value = 'secret1';
  });
  await dialog.getByRole('button', { name: 'Show Password' }).click();
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveAttribute('spellcheck', 'false');
  await expect(field).toHaveAttribute('autocapitalize', 'none');
  await expect(field).toHaveAttribute('autocorrect', 'off');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByText('Password is required')).toBeHidden();
  await expect(dialog.getByRole('alert').or(page.getByText('Login Failed')).first()).toBeVisible();
});

test('the page that verifies an email address has a title', async ({ page }) => {
  await page.goto('/confirm-email?token=x');
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible();
});
