/** Narrow screens and large text: nothing runs over, every target can be hit, every text can be read. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { canBeUsed, enterAsCustomer } from './steps/customer';
import { listsLoaded } from './steps/lists';
import { DEMO, enterAsAdmin } from './steps/staff';

const SIZES = [
  { name: '320 px', width: 320, text: '100%' },
  { name: '390 px with text of 200 %', width: 390, text: '200%' },
];

/** The least width and height (px) of what a thumb presses. */
const LEAST_TARGET = 44;

/** What is wrong with the page as it is shown: one line each. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const faults: string[] = [];
    const shown = (node: Element) => {
      const box = node.getBoundingClientRect();
      const isHidden = node.closest('.sr-only, [hidden], [inert]') !== null;
      return box.width > 1 && box.height > 1 && !isHidden && node.checkVisibility();
    };
    const nameOf = (node: Element) =>
      `${node.tagName.toLowerCase()} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40)}"`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const runsOver = (node: Element) => node.getBoundingClientRect().right > clientWidth + 1;
      const wide = [...document.querySelectorAll('#root *')].filter(
        (node) =>
          shown(node) &&
          !node.closest('.truncate, svg *') &&
          runsOver(node) &&
          !(node.parentElement && runsOver(node.parentElement)),
      );
      faults.push(
        `${scrollWidth - clientWidth} px too wide: ${wide.slice(0, 3).map(nameOf).join(', ')}`,
      );
    }
    for (const body of document.querySelectorAll('[data-dialog-body]')) {
      const over = body.scrollWidth - body.clientWidth;
      if (over > 0) faults.push(`${over} px too wide in a dialog`);
    }
    const headings = [...document.querySelectorAll('h1')].filter((node) => node.checkVisibility());
    if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`);
    for (const node of document.querySelectorAll('a, button, select, input, summary, [role=tab]')) {
      // A radio or a checkbox is hit through its label, and a link in a sentence as the sentence is.
      const target = node.matches('[type=radio], [type=checkbox]') ? node.closest('label') : node;
      const isInSentence = node.matches('a') && getComputedStyle(node).display === 'inline';
      if (!target || isInSentence || !shown(target)) continue;
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) < least - 0.5) {
        faults.push(`${Math.round(width)} x ${Math.round(height)} px: ${nameOf(target)}`);
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const unread = new Set<string>();
    const range = document.createRange();
    /** The words of a text that stand on more than one line; addresses and ids may break anywhere. */
    const brokenIn = (text: Text) =>
      [...text.data.matchAll(/[^\s–—-]+/g)].filter(({ 0: word, index }) => {
        if (/[@/_]|.{24}/.test(word) || /[\da-f]{8}-[\da-f]{4}-/.test(text.data)) return false;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        return new Set(parts.map(({ top }) => Math.round(top))).size > 1;
      });
    while (texts.nextNode()) {
      const { parentElement: node, textContent } = texts.currentNode as Text;
      if (!node || !textContent?.trim() || !shown(node)) continue;
      for (const [word] of brokenIn(texts.currentNode as Text)) unread.add(`${word} is broken`);
      const size = Number.parseFloat(getComputedStyle(node).fontSize);
      if (size < 14) unread.add(`${size} px: ${nameOf(node)}`);
    }
    return [...faults, ...unread];
  }, LEAST_TARGET);
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

async function expectNoFaults(page: Page, paths: string[], sizes = SIZES) {
  const found: string[] = [];
  for (const { name, width, text } of sizes) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(path);
      await canBeUsed(page);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await listsLoaded(page);
      await setTextSize(page, text);
      for (const fault of await faultsOf(page)) found.push(`${path} at ${name}: ${fault}`);
    }
  }
  expect(found).toEqual([]);
}

/** Each dialog of the page that is open, by the button that opens it. */
async function expectNoFaultsIn(page: Page, buttons: string[]) {
  const found: string[] = [];
  for (const name of buttons) {
    await page.getByRole('button', { name, exact: true }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const { name: size, width, text } of SIZES) {
      await page.setViewportSize({ width, height: 844 });
      await setTextSize(page, text);
      for (const fault of await faultsOf(page)) found.push(`${name} at ${size}: ${fault}`);
    }
    await setTextSize(page, '100%');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(found).toEqual([]);
}

test('every screen of a visitor', async ({ page }) => {
  await expectNoFaults(page, [
    '/',
    '/schedule',
    '/account',
    '/reset-password',
    '/reset-password?token=x',
    '/nowhere',
  ]);
});

test('every screen of a customer', async ({ page }) => {
  const tabs = ['profile', 'security', 'preferences'];
  await enterAsCustomer(page);
  await expectNoFaults(page, ['/', ...tabs.map((tab) => `/account?tab=${tab}`)]);
});

test('every screen of staff', async ({ page }) => {
  test.slow();
  await page.request.post('/api/trpc/auth.adminLogin', { data: { json: DEMO.admin } });
  const tabs = ['customers', 'calendar', 'prices', 'support'].map((tab) => `/admin?tab=${tab}`);
  const pages = [
    '/admin/reports',
    '/admin/settings',
    '/admin/team',
    '/admin/activity',
    '/admin/review',
  ];
  await expectNoFaults(page, ['/admin', ...tabs, ...pages]);
});

test('the screen of a driver', async ({ page }) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.driver } });
  await expectNoFaults(page, ['/driver']);
  await expectNoFaultsIn(page, ['Could not deliver', 'Report Issue', 'View Route Map']);
});

test('the dialogs of staff', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await expectNoFaultsIn(page, [
    'Edit Details',
    'Reschedule',
    'Complete Service',
    'Correct delivery',
    'Refund',
    'Photos and history',
  ]);
});
