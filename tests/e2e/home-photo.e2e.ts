/** The owner's photo on the home page: uploaded in the settings, seen by everyone, and removed. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { reload } from './steps/history';
import { shiftsOf } from './steps/layout-shifts';
import { canBeUsed } from './steps/order-form';
import { enterAsAdmin } from './steps/staff';

const ALT = 'Our fuel boat at Maple Island Marina';
const photo = (page: Page) => page.getByRole('img', { name: ALT });

/** Draws a picture of water, 2000 × 1000. */
const drawPicture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2000, 1000);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'teal';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer();
    return [...new Uint8Array(bytes)];
  });

test('the owner adds a photo, visitors see it in their size, and nothing moves', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Home page photo' });
  const buffer = Buffer.from(await drawPicture(page));
  const file = { name: 'boat.jpg', mimeType: 'image/jpeg', buffer };
  await panel.locator('input[name="homePhoto"]').setInputFiles(file);
  await expect(page.getByText('Photo Added')).toBeVisible();
  await panel.getByRole('button', { name: 'Save Photo' }).click();
  await expect(panel.getByText('Describe the photo in a few words.')).toBeVisible();
  await panel.getByLabel('Photo Description').fill(ALT);
  await panel.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByText('Photo Saved')).toBeVisible();

  for (const [width, most] of [
    [390, 480],
    [820, 480],
    [1440, 800],
  ] as const) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width, height: 844 },
    });
    const visitor = await context.newPage();
    // The first HTML already contains the photo's element, so that the browser loads the photo before any
    // script.
    const html = await (await visitor.request.get('/')).text();
    expect(html).toContain(`alt="${ALT}"`);
    expect(html).toMatch(/property="og:image" content="http[^"]+\/photos\/\w+\.jpg"/);
    const shifts = await shiftsOf(visitor);
    await visitor.goto('/');
    await canBeUsed(visitor);
    await expect(photo(visitor)).toBeVisible();
    const shown = await photo(visitor).evaluate(async (node) => {
      const image = node as HTMLImageElement;
      await image.decode();
      return { width: new URL(image.currentSrc).pathname, natural: image.naturalWidth };
    });
    expect(html).toContain(`${shown.width} ${most}w`);
    expect(await shifts()).toBeLessThanOrEqual(0.02);
    await context.close();
  }

  await reload(page);
  await expect(panel.getByLabel('Photo Description')).toHaveValue(ALT);
  await panel.getByRole('button', { name: 'Remove Photo' }).click();
  await panel.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByText('Photo Removed')).toBeVisible();
  await page.goto('/');
  await canBeUsed(page);
  await expect(photo(page)).toHaveCount(0);
});
