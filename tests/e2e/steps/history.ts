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

/**
 * Keeps the browser from making the steps that the page itself wants to make, as a busy one does for a while.
 * The result has it make those of the moment, and resolves once the page is drawn after them.
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
        // What was pressed before is under way by then.
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
