/** Tests the first page's size, and how it receives changes. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { weighPages } from '../../bench/page-weight';
import { fetchApi } from '../support/api-document';
import { expect, test } from '../support/e2e';
import { chooseTime, openHome, times } from './steps/order-form';

test('the JavaScript of / stays below 215 kB in total', async () => {
  const weights = await weighPages(join(import.meta.dirname, '../../dist/client'));
  expect(weights?.['/'].allJs.gzip).toBeLessThan(215);
});

test('a visible page receives changes, and one that becomes visible receives those it missed', async ({
  page,
  product,
}) => {
  const streams: Stream[] = [];
  page.on('request', (request) => {
    if (isStream(request.url())) streams.push({ after: resumedAfter(request.url()), open: true });
  });
  page.on('requestfailed', (request) => {
    const stream = streams.at(-1);
    if (stream && isStream(request.url())) stream.open = false;
  });

  await openHome(page);
  await expect.poll(() => streams).toEqual([{ after: null, open: true }]);
  const { date, time } = await chooseTime(page, 2, 2);
  await bookAsGuest(product.url, date, time);
  await expect(page.getByText('Someone just booked that window.')).toBeVisible(SOONER_THAN_POLLING);

  await setHidden(page, true);
  await expect.poll(() => streams).toEqual([{ after: null, open: false }]);
  const other = times(page).and(page.locator(':enabled')).first();
  const otherTime = (await other.getAttribute('value')) ?? '';
  await other.check();
  await bookAsGuest(product.url, date, otherTime);

  await setHidden(page, false);
  await expect.poll(() => streams.length).toBe(2);
  expect(streams[1]?.after).toMatch(/^\d+$/);
  await expect(page.getByText('Someone just booked that window.')).toBeVisible(SOONER_THAN_POLLING);
});

/** The page also polls every 10 seconds, but the stream is faster, even on a busy machine. */
const SOONER_THAN_POLLING = { timeout: 9_000 };

/** A stream of changes: the event after which it continues, and whether it's still open. */
type Stream = { after: string | null; open: boolean };

const isStream = (url: string) => url.includes('/api/trpc/live.changes');

function resumedAfter(url: string): string | null {
  const input = JSON.parse(new URL(url).searchParams.get('input') ?? '{}');
  return input.json?.lastEventId ?? null;
}

async function bookAsGuest(url: string, date: string, time: string) {
  const answer = await fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      date,
      time,
      location: 'Eagle Point Marina',
      estimatedGallons: 10,
      customerPhone: '(269) 555-0188',
    }),
  });
  expect(answer.status).toBe(201);
}

/** Sends the tab to the background or brings it back, as a browser does. */
async function setHidden(page: Page, hidden: boolean) {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
