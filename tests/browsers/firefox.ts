/** Controls Firefox over WebDriver BiDi. */
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import {
  type Engine,
  FOUND_WITHIN_MS,
  findThing,
  notFound,
  pageText,
  selectAll,
  type Thing,
} from './engine';

const program = () => Bun.which('firefox-esr') ?? Bun.which('firefox') ?? undefined;

export const firefox: Engine = {
  name: 'Firefox',
  missing: () =>
    program()
      ? undefined
      : 'Firefox is missing: install it, on Debian with `apt-get install firefox-esr`.',
  launch: async () => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: program(),
      defaultViewport: { width: 1280, height: 900 },
    });
    const page = await browser.newPage();
    return {
      open: async (address) => void (await page.goto(address)),
      press: async (thing) => (await found(page, thing)).click(),
      type: async (thing, text) => {
        const field = await found(page, thing);
        await field.evaluate(selectAll);
        await field.type(text);
      },
      attach: async (thing, path) => {
        const field = (await found(page, thing)) as ElementHandle<HTMLInputElement>;
        await field.uploadFile(path);
      },
      read: async (thing) => (await found(page, thing)).evaluate((node) => node.textContent ?? ''),
      close: () => browser.close(),
    };
  },
};

async function found(page: Page, thing: Thing): Promise<ElementHandle<Element>> {
  try {
    const handle = await page.waitForFunction(findThing, { timeout: FOUND_WITHIN_MS }, thing);
    return handle as ElementHandle<Element>;
  } catch (cause) {
    throw notFound(thing, page.url(), await page.evaluate(pageText), cause);
  }
}
