/** Runs axe on a screen, for any browser test. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/**
 * Checks that axe finds nothing on the page at rest. Colors are temporary while something fades,
 * and a toast or dialog may appear at any time, so axe checks again. A check takes seconds on a
 * busy machine, which the timeout allows for.
 * @param within a selector of the part to check. Default: the whole page
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
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'], preload: false })
      // Otherwise, axe opens another page to add up the results of frames from other sites, which
      // takes longer than the check.
      .setLegacyMode();
    const { violations } = await (within ? axe.include(within) : axe).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }).toPass({ timeout: 60_000 });
}
