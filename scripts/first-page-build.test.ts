import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_PRICE_LIST } from '../src/domain/pricing/price-list';
import { bundleRenderer } from './first-page-build';

const root = join(import.meta.dir, '..');
const today = '2026-06-13';
const PAGE = {
  own: null,
  now: 0,
  slots: { today, days: [{ date: today, bookable: false, timeSlots: [] }] },
  prices: {
    charged: { Regular: 410, Premium: 460 },
    market: { Regular: 310, Premium: 360 },
    list: FIRST_PRICE_LIST,
    nextChangeAt: null,
    updatedAt: null,
    zipCode: '49047',
  },
  company: { name: 'Dockside', address: '', waters: '', phone: '', hours: '' },
  weather: { days: [], updatedAt: null, stale: false, zipCode: '49047' },
};

test('the renderer bundle loads and renders the first pages', async () => {
  // If the bundle imported packages, it would find them from here.
  const folder = mkdtempSync(join(root, 'node_modules/.test-renderer-'));
  try {
    await bundleRenderer(folder);
    const { render } = await import(join(folder, 'render.js'));
    for (const path of ['/', '/schedule']) {
      const { markup } = await render({ ...PAGE, path });
      expect(markup).toContain('value="2026-06-13"');
      expect(markup).toContain('No slots');
    }
    const { markup } = await render({ ...PAGE, path: '/account' });
    expect(markup).toContain('Authentication Required');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
