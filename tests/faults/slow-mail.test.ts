/** Two products on one database, with an email server that confirms messages slowly. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBeside } from '../support/beside';
import { startMailSink } from '../support/mail-sink';
import { type Product, startProduct } from '../support/product';
import { FULL, figures } from './seed';

/** The full form takes longer than a claim that isn't renewed. */
const SLOW_MS = FULL ? 90_000 : 3_000;
const LETTERS = 6;
/** How many messages are sent at the same time. One after another, all six would take too long. */
const LANES = 3;

const folder = mkdtempSync(join(tmpdir(), 'dockside-slow-mail-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Registers a person, who gets a message. */
async function register({ url }: Product, name: string): Promise<void> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ username: name, email: `${name}@lake.example`, password: 'a long enough password' },
      ...{ fullName: 'Sam Waters', phone: '(269) 555-0117' },
      ...{ homeAddress: '58112 Lakeshore Drive', preferredFuelType: 'Regular' },
    }),
  });
  expect(answer.status).toBe(201);
}

test(`${LETTERS} messages that take ${SLOW_MS / 1_000} s each are sent once, several at a time`, async () => {
  const sink = await startMailSink(async () => {
    await Bun.sleep(SLOW_MS);
    return true;
  });
  stops.push(sink.close);
  const env = {
    DEMO: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT_FACTOR: '0',
    SMTP_URL: sink.url,
    MAIL_FROM: 'us@dock.example',
  };
  const products = await Promise.all([1, 2].map(() => startProduct({ folder, env })));
  stops.push(...products.map(({ stop }) => stop));
  const runsJobs = (product: Product) => product.output().includes('this process runs the jobs');
  while (!products.some(runsJobs)) await Bun.sleep(50);
  // The process without the lease sends the messages that it wrote. The other process finds them at
  // its next check.
  const writing = products.find((product) => !runsJobs(product)) as Product;
  const begun = performance.now();
  for (let index = 0; index < LETTERS; index += 1) await register(writing, `person${index}`);

  const database = openBeside(folder);
  stops.push(() => database.close());
  const left = async () =>
    Number(
      (await database.execute('select count(*) as n from outbox where sent_at is null')).rows[0]?.n,
    );
  while ((await left()) > 0) {
    await Bun.sleep(100);
    // Nothing else in the product waits for email.
    expect((await fetch(`${writing.url}/healthz`)).status).toBe(200);
  }
  const tookMs = performance.now() - begun;
  figures('letters to a slow email server', { letters: LETTERS, ms: Math.round(tookMs) });
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(
    Array.from({ length: LETTERS }, (_, index) => `person${index}@lake.example`),
  );
  expect(new Set(sink.taken.map(({ messageId }) => messageId)).size).toBe(LETTERS);
  expect(tookMs).toBeLessThan(SLOW_MS * (LETTERS / LANES + 1) + 20_000);
}, 600_000);
