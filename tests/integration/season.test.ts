import { expect, test } from 'bun:test';
import { playSeason } from '../support/played-season';

test('all books agree after a season of changing prices, taxes, and payments', async () => {
  const { deliveries, events, rows } = await playSeason({ days: 10, perDay: 5 });
  expect(deliveries).toBe(50);
  expect(events).toMatchObject({
    ...{ 'price changes': 10, 'tax changes': 2, 'windows removed': 1, 'days closed': 10 },
    ...{ 'lost disputes': 1 },
  });
  for (const event of ['refunds', 'corrections', 'payments in cash', 'discounts', 'walk-ups']) {
    expect(events[event]).toBeGreaterThan(0);
  }
  for (const { what, one, other } of rows) expect([what, one]).toEqual([what, other]);
}, 120_000);
