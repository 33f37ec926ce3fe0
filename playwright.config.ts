import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { browserFlags, findBrowser } from './tests/support/browser';

const executablePath = await findBrowser({ install: false, isForTests: true });

// Every screen is walked at one width, a booking and the staff's daily work at both. A phone is the
// narrower one, so what is named in neither list runs there.
const everywhere = /\/(customer|customer-access|server-pages|staff|story)\.e2e\.ts$/;
const atDesks =
  /\/(customer-(account|failures)|staff-(access|activity|booking|calendar|correction|day|disputes|owed|queue|record-delivery|reports|restore|review|search|settings|told))\.e2e\.ts$/;

// No page of a test lives long enough to earn compiling it again for speed (8 % less work, and 7 % less
// without Maglev too), and a process for each page and frame costs more than it separates (9 %).
const lessWork = [
  '--js-flags=--no-opt --no-maglev',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Tests wait more than they work: three keep two cores busy. Each test has a product of its own.
  workers: Math.min(availableParallelism() + 1, 8),
  // A test that passes only on a second try is a failing test.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is slow, not wrong: a test takes 3 to 15 seconds on a free one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalTimeout: 25 * 60_000,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: [...browserFlags, ...lessWork] },
    locale: 'en-US',
    // The product's dates are the business's; a customer may sit anywhere.
    timezoneId: 'America/New_York',
    // Its requests are none of the page's, so that no test could answer them. Tests without signal allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace doubles the time of every test: `--trace on` makes one where it is wanted.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@keyboard/,
      testIgnore: atDesks,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      // What such a test is about does not hang on the width.
      grepInvert: /@phone/,
      testMatch: [everywhere, atDesks],
      // Here the page does not move, on phones it does: both must work.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
});
