/** Printed pages are black on white in every theme, with nothing cut off and no buttons. */
import type { Page } from 'playwright/test';
import { boatNamed } from '@/domain/account/boats';
import type { DockFacts } from '@/domain/account/docks';
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import { addDriver, confirmAll, fillDay } from './steps/day';
import { callsOf } from './steps/driver';
import { listsLoaded, showTools } from './steps/lists';
import { DEMO, enterAsAdmin } from './steps/staff';

/** A4 with margins of 14 mm, in CSS pixels. */
const PAPER = { width: 688, height: 1017 };
/** Text on white with at most this luminance has a contrast of at least 7. */
const MOST_LUMINANCE = 0.1;

/** Returns the printed page's problems: pale text, overflow, and buttons. */
const faultsOf = (page: Page) =>
  page.evaluate((most) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('no canvas');
    const luminance = (color: string) => {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const faults = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.add(`${scrollWidth - clientWidth} px too wide`);
    for (const node of document.querySelectorAll<HTMLElement>('#root *, dialog *')) {
      const text = [...node.childNodes]
        .map((child) => (child instanceof Text ? child.data.trim() : ''))
        .join('');
      if (!node.checkVisibility() || node.closest('.sr-only')) continue;
      if (node.matches('button, [role=tab]')) faults.add(`a button: ${text}`);
      if (text && luminance(getComputedStyle(node).color) > most) faults.add(`pale: ${text}`);
      const isCut = /hidden|auto|scroll|clip/.test(getComputedStyle(node).overflow);
      if (isCut && node.scrollHeight > node.clientHeight + 1)
        faults.add(`cut: ${node.textContent}`);
    }
    return [...faults];
  }, MOST_LUMINANCE);

test('a receipt, evidence, and the route sheets print black on white, complete and alone', async ({
  page,
  product,
}) => {
  const { ask, call } = callsOf(page, product.url);
  const print = async () => {
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // A changed media type takes effect a moment later.
    await expect.poll(() => faultsOf(page)).toEqual([]);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  };
  await call('auth.login', DEMO.customer);
  const { deliveries } = await ask('booking.history', {});
  const [delivered] = deliveries;
  await page.goto('/');
  await page.getByRole('button', { name: 'Delivery History' }).click();
  const history = page.getByRole('dialog', { name: 'Delivery History' });
  await history.getByRole('button', { name: delivered.publicCode }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const file = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href');
  const pdf = await (await page.request.get(file ?? '')).body();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await print();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Receipt ${delivered.publicCode}`)).toBeVisible();
  await expect(page.getByText('Paid by card').last()).toBeVisible();
  const { phone, email } = await ask('support.info');
  await expect(page.getByText(`${phone}, ${email}`)).toBeVisible();
  const { fullName } = await ask('auth.me');
  await expect(page.getByText(`For ${fullName}`)).toBeVisible();
  const backdrop = await page
    .getByRole('dialog')
    .last()
    .evaluate((node) => getComputedStyle(node, '::backdrop').backgroundColor);
  expect(backdrop).toBe('rgba(0, 0, 0, 0)');
  await expect(page.getByRole('heading')).toHaveCount(0);

  await page.emulateMedia({ media: 'screen' });
  await enterAsAdmin(page, `/admin/evidence/${delivered.id}`);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Card charged');
  await print();

  await page.goto('/admin');
  await listsLoaded(page);
  await print();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('The board can’t be printed.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  // A table scrolls on a screen, but paper shows all of it.
  await print();

  await page.getByRole('link', { name: 'Close the Day' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await print();

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await listsLoaded(page);
  const sheet = page.getByRole('region', { name: /^Route sheet for / });
  await expect(sheet).toBeHidden();
  await print();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
});

test("a driver's twenty deliveries fit one page, each with directions to its dock", async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const timeSlots = Array.from({ length: 20 }, (_, index) => Math.floor(index / 7));
  const { date, guests } = await fillDay(calls, 10, timeSlots);
  await confirmAll(calls, guests);
  const driverId = await addDriver(calls, 'Ola Berg');
  for (const { id } of guests) await calls.call('admin.schedule', { id, driverId });
  // Long customer texts about a boat, a dock, and a delivery.
  const db = openBeside(product.folder);
  const dock: DockFacts = { gateCode: '4711#', note: 'Left of the ice house', position: null };
  await db.execute({
    sql: "update appointments set notes = 'Call at the gate, please.', boat = ?, dock = ? where date = ?",
    args: [JSON.stringify(boatNamed('Second Wind')), JSON.stringify(dock), date],
  });
  db.close();
  await page.goto(`/admin?view=day&day=${date}`);
  await listsLoaded(page);
  await showTools(page);
  await expect(page.getByRole('button', { name: 'Print Route Sheets' })).toBeEnabled();
  const sheets = page.locator('section[aria-label^="Route sheet for "]');
  const ofOla = page.locator('section[aria-label="Route sheet for Ola Berg"]');
  await expect(sheets).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(ofOla.locator('tbody tr:has(td)')).toHaveCount(20);
  await expect(ofOla).toContainText('Gate 4711#, Left of the ice house');
  await expect(ofOla).toContainText('20 gal Regular, Second Wind');
  await expect(ofOla.locator('tbody tr:has(td)').first()).toContainText('$107.00StartEnd');
  const drivers = await sheets.count();
  // The sheets exist only while the page is printed.
  await page.emulateMedia({ media: null });
  await expect(sheets).toHaveCount(0);
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(drivers);
});
