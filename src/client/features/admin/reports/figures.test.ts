import { expect, test } from 'bun:test';
import { REPORT_FIGURE_NAMES, REPORT_FIGURES } from '@/domain/reports';
import { plotOf, TOPICS } from './figures';

test('the screen shows every figure of a report exactly once', () => {
  const shown = TOPICS.flatMap(({ parts, also }) => [...parts, ...also].map(({ of }) => of));
  // The revenue is the sum of its parts, card and cash.
  expect([...shown, 'revenueCents'].sort()).toEqual([...REPORT_FIGURE_NAMES].sort());
});

test('all parts of a bar have the same unit', () => {
  for (const { title, parts } of TOPICS) {
    const units = parts.map(({ of }) => REPORT_FIGURES[of].unit);
    expect([title, new Set(units).size]).toEqual([title, 1]);
  }
});

test('each figure is formatted in its unit', () => {
  expect(plotOf('revenueCents').text(123_450)).toBe('$1,234.50');
  expect(plotOf('regularGallonsTenths').text(12_345)).toBe('1,234.5');
  expect(plotOf('deliveries').text(1_234)).toBe('1,234');
});
