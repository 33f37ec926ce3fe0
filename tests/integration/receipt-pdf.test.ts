/** The receipt as a PDF: what it says, and who can download it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { drawReceipt, printable } from '@/server/modules/appointments/receipt-pdf';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { pdfText } from '../support/pdf-text';
import type { Visitor } from '../support/visitor';

const DAY = 86_400_000;

let app: TestApp;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
beforeAll(async () => {
  app = await startTestApp({ capacity: 20, settings: { limitFactor: 1 } });
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

const download = (visitor: Visitor, id: string) => visitor.fetch(`/api/receipts/${id}`);

async function deliver(id: string) {
  await readyToDeliver(staff, id, dana.driverId);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 12.5 });
}

describe('a receipt as a PDF', () => {
  test('names the company, the customer, the driver, and every line', async () => {
    await staff.trpc.admin.changeBusinessSettings.mutate({
      companyName: 'Sister Lakes Fuel',
      companyAddress: '1 Harbor Way, Dowagiac, MI',
    });
    const sam = await customer(app);
    const id = await book(sam);
    expect((await download(sam, id)).status).toBe(404);
    await deliver(id);
    const answer = await download(sam, id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { publicCode, totalPriceCents } = await sam.trpc.booking.get.query({ id });
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Receipt ${publicCode}.pdf"`,
    );
    const pdf = new Uint8Array(await answer.arrayBuffer());
    expect(pdf.length).toBeLessThan(20_000);
    const text = pdfText(pdf);
    for (const part of [
      'Sister Lakes Fuel',
      '1 Harbor Way, Dowagiac, MI',
      `Receipt ${publicCode} for Sam Waters`,
      'Maple Island Marina, Slip 12',
      'Driver\nDana',
      'your boat',
      '12.5 gal Regular at $4.10',
      `$${(totalPriceCents / 100).toFixed(2)}`,
      'Visa ending in 4242',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('is drawn a limited number of times', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    await deliver(id);
    const statuses = await Promise.all(
      Array.from({ length: 21 }, async () => (await download(sam, id)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('is for those who see the receipt on the page, and as long as they do', async () => {
    const guest = app.visitor();
    const id = await book(guest, { customerPhone: '(269) 555-0193' });
    await deliver(id);
    expect((await download(guest, id)).status).toBe(200);
    const link = (await staff.trpc.admin.showLink.mutate({ id })).link;
    const browser = app.visitor();
    expect((await download(browser, id)).status).toBe(404);
    await browser.trpc.booking.manage.mutate({ token: link.split('/d/')[1] ?? '' });
    expect((await download(browser, id)).status).toBe(200);
    expect((await download(await customer(app), id)).status).toBe(404);
    app.clock.advance(3 * 3_600_000);
    // After a while, the link no longer shows the dock.
    const later = pdfText(new Uint8Array(await (await download(browser, id)).arrayBuffer()));
    expect(later).not.toContain('Maple Island Marina');
    app.clock.advance(30 * DAY);
    expect((await download(browser, id)).status).toBe(404);
  });
});

describe('a drawn receipt', () => {
  const long = { company: ['Dockside'], title: 'Receipt D-1' };

  test('wraps long values, and continues on another page', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({
      term: `Row ${n}`,
      value: `${'word '.repeat(40)}end${n} ${'x'.repeat(200)}`,
    }));
    const text = pdfText(await drawReceipt({ ...long, groups: [rows] }));
    expect(text).toContain('end0');
    expect(text).toContain('end30');
  });

  test('prints names in other scripts as well as the fonts can', async () => {
    const known = new Set(Array.from('LukasSimonec ?é’', (one) => one.codePointAt(0) ?? 0));
    expect(printable('Simoneč Lukaš', known)).toBe('Simonec Lukas');
    expect(printable('é\t李’', known)).toBe('é ?’');
    const text = pdfText(
      await drawReceipt({ ...long, groups: [[{ term: 'Boat', value: 'Jiří, 李, 🚤, é' }]] }),
    );
    expect(text).toContain('Jirí, ?, ?, é');
  });
});
