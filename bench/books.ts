/**
 * `bun run season` plays a season of 120 days with 60 deliveries a day through the product's own calls,
 * in a database file, with the local Stripe, and compares all books at the end. It takes several
 * minutes. `bun run season 10 5` plays 10 days with 5 deliveries each.
 */
import { playSeason } from '../tests/support/played-season';

const [days = 120, perDay = 60] = process.argv.slice(2).map(Number);
const { deliveries, events, rows } = await playSeason({
  days,
  perDay,
  onDay: (date) => process.stderr.write(`\r${date}`),
});
const eventTexts = Object.entries(events).map(([name, times]) => `${times} ${name}`);
console.log(`\n${days} days, ${deliveries} deliveries, ${eventTexts.join(', ')}\n`);
const TEXTS = {
  cents: (amount: number) => `$${(amount / 100).toFixed(2)}`,
  tenths: (amount: number) => `${(amount / 10).toFixed(1)} gal`,
  count: String,
};
for (const { what, unit, one, other } of rows) {
  const text = TEXTS[unit];
  const cells = [what.padEnd(32), text(one).padStart(16), text(other).padStart(16)];
  console.log(`${cells.join('')}   difference ${text(one - other)}`);
}
if (rows.some(({ one, other }) => one !== other)) process.exit(1);
