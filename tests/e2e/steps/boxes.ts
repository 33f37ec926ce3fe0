/** Where things are on the screen. */
import { expect, type Locator } from 'playwright/test';

export type Box = { x: number; y: number; width: number; height: number };

/**
 * The box of what is shown, in whole pixels, once it stands still: a page that is still laid out moves what
 * was measured, and the browser scales it by a rounding error.
 */
export async function boxAtRest(target: Locator): Promise<Box> {
  let box: Box | undefined;
  await expect(async () => {
    const before = box;
    const now = await target.boundingBox();
    box = now ? inWholePixels(now) : undefined;
    expect(box).toBeDefined();
    expect(box).toEqual(before);
  }).toPass({ intervals: [30] });
  return box as Box;
}

const inWholePixels = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
