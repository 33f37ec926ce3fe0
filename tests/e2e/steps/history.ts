/** The browser's history in dialog tests. */
import { expect, type Page } from 'playwright/test';

/** Goes back like the browser's Back button. */
export async function goBack(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.goBack();
}

/** Goes forward like the browser's Forward button. */
export async function goForward(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.goForward();
}

/**
 * Reloads the page once its history is at rest. A step that a closed dialog makes would cancel the
 * reload.
 */
export async function reload(page: Page): Promise<void> {
  await historyAtRest(page);
  await page.reload();
}

/**
 * Waits until the history has an entry for each open dialog, which takes a moment after dialogs
 * open and close.
 */
const historyAtRest = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          Number(history.state?.dialogs ?? 0) - document.querySelectorAll('dialog[open]').length,
      ),
    )
    .toBe(0);

/**
 * Acts like a busy browser, which delays the page's own history steps. The returned function makes
 * the delayed steps, and resolves once the page is drawn after them.
 */
export async function holdSteps(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { go } = history;
    const held: number[] = [];
    history.go = (steps = 0) => void held.push(steps);
    const frames = async () => {
      for (let frame = 0; frame < 15; frame += 1) await new Promise(requestAnimationFrame);
    };
    Object.assign(window, {
      async makeSteps() {
        // By then, earlier presses are being handled.
        await frames();
        for (const steps of held.splice(0)) {
          const made = new Promise((done) => addEventListener('popstate', done, { once: true }));
          go.call(history, steps);
          await made;
        }
        await frames();
      },
    });
  });
  return () => page.evaluate('makeSteps()');
}
