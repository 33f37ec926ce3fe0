import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from './tests/support/browser';

const executablePath = await findBrowser({ install: false, isForTests: true });

// Bookings and the staff's daily work are tested at both widths, and all other screens at one.
// Tests in neither list run at the narrower width, a phone's.
const everywhere = /\/(customer|customer-access|server-pages|staff|story)\.e2e\.ts$/;
const atDesks =
  /\/(customer-(account|failures)|staff-(access|activity|booking|calendar|correction|day|disputes|owed|queue|record-delivery|reports|restore|review|search|settings|told))\.e2e\.ts$/;

// In tests, a page closes before optimized code would pay off, so the optimizing compilers are off
// (8% less work, and 7% less without Maglev). A process for each page and frame isn't worth its
// cost either (9%).
const lessWork = [
  '--js-flags=--no-opt --no-maglev',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // A worker takes the next test, not the next file, so that the last ones end at the same time.
  fullyParallel: true,
  // Tests mostly wait, so three of them keep two cores busy. Each test has its own product.
  workers: Math.min(availableParallelism() + 1, 8),
  // A test that passes only on a second try counts as failed.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A test takes 3 to 15 seconds on a free machine, and a busy one is only slower.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalTimeout: 25 * 60_000,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: [...browserFlags, ...lessWork] },
    locale: 'en-US',
    // The product's dates are the business's, whatever the customer's time zone.
    timezoneId: 'America/New_York',
    // Tests can't answer a worker's requests. Tests without signal allow workers.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace doubles a test's time. `--trace on` makes one.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@keyboard/,
      testIgnore: atDesks,
      use: {
        ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
        // A page that doesn't move takes 6 % less work, and no waits. `movingTest` has one that moves.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'desktop',
      // These tests don't depend on the width.
      grepInvert: /@phone/,
      testMatch: [everywhere, atDesks],
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
});
