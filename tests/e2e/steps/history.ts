/** The browser's history in browser tests of dialogs. */
import { expect, type Page } from 'playwright/test';

/** Goes back, as the Back button of the browser does. */
export async function goBack(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.goBack();
}

/** Goes forward, as the Forward button of the browser does. */
export async function goForward(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.goForward();
}

/** Loads the page anew, not between two of its steps in the history. */
export async function reload(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.reload();
}

/** Waits until the history has an entry for each open dialog: it follows a moment after they open and close. */
const historyAtRest = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          Number(history.state?.dialogs ?? 0) - document.querySelectorAll('dialog[open]').length,
      ),
    )
    .toBe(0);
