/** Checks screens in narrow windows and with large text, and returns the faults. */
import { expect, type Locator, type Page } from 'playwright/test';
import { listsLoaded } from './lists';
import { canBeUsed } from './order-form';

const SIZES = [
  { name: '320 px', width: 320, text: '100%' },
  { name: '390 px with text of 200 %', width: 390, text: '200%' },
];

/** The minimum width and height (px) of touch targets. */
const LEAST_TARGET = 44;

/** Returns the displayed page's problems, one line each. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const faults: string[] = [];
    const shown = (node: Element) => {
      const box = node.getBoundingClientRect();
      const isHidden = node.closest('.sr-only, [hidden], [inert]') !== null;
      return box.width > 1 && box.height > 1 && !isHidden && node.checkVisibility();
    };
    /** A visible text in a box without width. */
    const isSqueezed = (node: Element) =>
      !node.closest('.sr-only, [hidden], [inert], svg, option') &&
      node.checkVisibility() &&
      getComputedStyle(node).position !== 'absolute' &&
      node.getBoundingClientRect().width <= 1;
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
    for (const node of document.querySelectorAll('label, button, [role=tab], legend, th')) {
      // An inline box has no width of its own, and a hidden radio is at its label's start.
      const over = node.scrollWidth - node.clientWidth;
      if (over > 1 && node.clientWidth > 1 && shown(node) && !node.closest('.truncate')) {
        faults.push(`${over} px over ${nameOf(node)}`);
      }
    }
    const headings = [...document.querySelectorAll('h1')].filter((node) => node.checkVisibility());
    if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`);
    for (const node of document.querySelectorAll('a, button, select, input, summary, [role=tab]')) {
      // A radio or checkbox is pressed through its label, and a link in a sentence is as tall as
      // its line.
      const target = node.matches('[type=radio], [type=checkbox]') ? node.closest('label') : node;
      const isInSentence = node.matches('a') && getComputedStyle(node).display === 'inline';
      if (!target || isInSentence || !shown(target)) continue;
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) < least - 0.5) {
        faults.push(`${Math.round(width)} x ${Math.round(height)} px: ${nameOf(target)}`);
      }
    }
    const nodes = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT + NodeFilter.SHOW_ELEMENT,
    );
    const unread = new Set<string>();
    const range = document.createRange();
    /** The texts of each block in order. A <br> starts a new one. */
    const blocks: { block: Element; parts: Text[] }[] = [];
    const current = new Map<Element, Text[]>();
    const blockOf = (node: Element): Element =>
      /^(inline|contents)/.test(getComputedStyle(node).display) && node.parentElement
        ? blockOf(node.parentElement)
        : node;
    const linesOf = () => {
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
      const bottom = Math.min(...parts.map((part) => part.bottom));
      return { parts, isBroken: parts.some(({ top }) => top > bottom - 2) };
    };
    /** A text's words that are broken across lines. Addresses and IDs may break anywhere. */
    const brokenIn = (text: Text) =>
      [...text.data.matchAll(/[^\s–—-]+/g)].filter(({ 0: word, index }) => {
        if (/[@/_]|.{24}/.test(word) || /[\da-f]{8}-[\da-f]{4}-/.test(text.data)) return false;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return linesOf().isBroken;
      });
    while (nodes.nextNode()) {
      const text = nodes.currentNode;
      if (text instanceof HTMLBRElement) current.delete(blockOf(text));
      const node = text.parentElement;
      if (!(text instanceof Text) || !node || !text.data.trim()) continue;
      if (!shown(node)) {
        if (isSqueezed(node)) unread.add(`no room for ${nameOf(node)}`);
        continue;
      }
      for (const [word] of brokenIn(text)) unread.add(`${word} is broken in ${nameOf(node)}`);
      const size = Number.parseFloat(getComputedStyle(node).fontSize);
      if (size < 14) unread.add(`${size} px: ${nameOf(node)}`);
      const block = blockOf(node);
      const parts = current.get(block) ?? [];
      if (parts.length === 0) blocks.push({ block, parts });
      parts.push(text);
      current.set(block, parts);
    }
    // Floating parts cover the page's text, and text scrolled out of a box can be anywhere.
    const seen = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
    const isApart = (node: Element): boolean =>
      /^(fixed|sticky|absolute)/.test(getComputedStyle(node).position) ||
      (getComputedStyle(node).overflow !== 'visible' && !node.matches('html, body, dialog *')) ||
      (node.parentElement ? isApart(node.parentElement) : false);
    const boxes = blocks.flatMap(({ parts }) =>
      parts.flatMap((text) => {
        const node = text.parentElement;
        if (!node?.checkVisibility(seen) || node.closest('svg, .truncate') || isApart(node))
          return [];
        range.selectNodeContents(text);
        return [...range.getClientRects()].map((box) => ({ text, box }));
      }),
    );
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (one.text === other.text || across < 2 || down < one.box.height / 2) continue;
        unread.add(`"${one.text.data.trim()}" lies on "${other.text.data.trim()}"`);
      }
    }
    const whole =
      /\d{1,2}(:\d\d)?\s[AP]M(\s-\s\d{1,2}(:\d\d)?\s[AP]M)?|\(\d{3}\)\s\d{3}-\d{4}|-?\$\d[\d,]*(\.\d\d)?|\d[\d,.]*\sgal(lons?)?\b/g;
    for (const { block, parts } of blocks) {
      /** Returns the text node, and the offset in it, for an offset in the block. */
      const pointAt = (offset: number, isEnd: boolean): [Text, number] => {
        let before = 0;
        for (const part of parts) {
          if (offset < before + part.length || (isEnd && offset === before + part.length))
            return [part, offset - before];
          before += part.length;
        }
        throw new RangeError(`no offset ${offset}`);
      };
      const isBroken = (from: number, to: number) => {
        range.setStart(...pointAt(from, false));
        range.setEnd(...pointAt(to, true));
        return linesOf().isBroken;
      };
      const { paddingLeft, paddingRight } = getComputedStyle(block);
      const room =
        block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      for (const { 0: text, index } of parts
        .map(({ data }) => data)
        .join('')
        .matchAll(whole)) {
        const end = index + text.length;
        if (!isBroken(index, end)) continue;
        const width = linesOf().parts.reduce((sum, part) => sum + part.width, 0);
        // A text that's wider than a line wraps after its dash.
        const dash = index + text.indexOf('-') + 1;
        const goesOn = /M\s-/.test(text) && !isBroken(index, dash) && !isBroken(dash + 1, end);
        if (!goesOn || width < room) unread.add(`${text} is broken in ${nameOf(block)}`);
      }
    }
    return [...faults, ...unread];
  }, LEAST_TARGET);
}

/** Retries until late and moving parts are in place. */
const expectNone = (page: Page, where: string) =>
  expect.poll(() => faultsOf(page), { message: where }).toEqual([]);

const setTextSize = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

export async function expectNoFaults(page: Page, paths: string[], sizes = SIZES) {
  for (const path of paths) {
    await page.goto(path);
    await canBeUsed(page);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await listsLoaded(page);
    for (const { name, width, text } of sizes) {
      await page.setViewportSize({ width, height: 844 });
      await setTextSize(page, text);
      await expectNone(page, `${path} at ${name}`);
    }
  }
}

/** Opens each of the page's dialogs with its button, and runs its `prepare`. */
export async function expectNoFaultsIn(
  page: Page,
  buttons: string[],
  prepare?: (dialog: Locator) => Promise<void>,
) {
  for (const name of buttons) {
    await page.getByRole('button', { name, exact: true }).last().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await listsLoaded(page);
    await prepare?.(dialog);
    for (const { name: size, width, text } of SIZES) {
      await page.setViewportSize({ width, height: 844 });
      await setTextSize(page, text);
      await expectNone(page, `${name} at ${size}`);
    }
    await setTextSize(page, '100%');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}
