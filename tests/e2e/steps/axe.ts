/** What axe says of a screen, for any browser test. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/**
 * Axe finds nothing on the page at rest. While something fades in its colours are neither of the two
 * that were chosen, and a toast or a dialog may come at any time: so axe looks again. One look takes seconds on a busy
 * machine, which its patience allows for.
 *
 * @param within a selector of the part to look at; the whole page when left out
 */
export async function axeFindsNothing(page: Page, within?: string): Promise<void> {
  await expect(async () => {
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' ||
            effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
        ),
    );
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
    const { violations } = await (within ? axe.include(within) : axe).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }).toPass({ timeout: 60_000 });
}
