/** Messages while the process that sends them is killed, and while there are many. */
import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { openBeside } from '../support/beside';
import { freePort } from '../support/free-port';
import { type MailSink, startMailSink } from '../support/mail-sink';
import { type Product, startProduct } from '../support/product';
import { type Chance, chance, FULL, figures, withSeed } from './seed';
import { until } from './world';

const KILLS = FULL ? 200 : 2;
/** How many messages are written before each kill. */
const BATCH = 20;
/** The kill comes at most this long after the messages were written. */
const LATEST_KILL_MS = 1_000;
const SENT_WITHIN_MS = 600_000;
const AT_ONCE = FULL ? 10_000 : 200;
const STEADY = { messages: FULL ? 600 : 20, everyMs: 100 };
/** The promise for 95 of 100 messages, from the write to the provider's answer. */
const PROMISED_MS = 10_000;

type Sender = {
  sink: MailSink;
  database: Client;
  product: Product;
  restart(): Promise<void>;
  close(): Promise<void>;
};

async function startSender(): Promise<Sender> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-messages-'));
  const sink = await startMailSink(async () => true);
  const env = {
    ...{ DEMO: '0', LOG_LEVEL: 'warn', SMTP_URL: sink.url, MAIL_FROM: 'us@dock.example' },
    PORT: String(await freePort()),
  };
  let product = await startProduct({ folder, env });
  const database = openBeside(folder);
  return {
    sink,
    database,
    get product() {
      return product;
    },
    async restart() {
      product = await startProduct({ folder, env });
    },
    async close() {
      database.close();
      await product.stop();
      sink.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes messages to as many people, as a use case does with its change. */
async function write({ database }: Sender, ids: readonly string[]): Promise<void> {
  const now = Date.now();
  const all = ids.map((id) => ({
    sql: `insert into outbox (id, recipient, subject, body, dedupe_key, next_attempt_at, created_at)
          values (?1, ?1 || '@lake.example', 'Hello', 'Hello', ?1, ?2, ?2)`,
    args: [id, now],
  }));
  await database.batch(all, 'write');
}

const idsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

async function numberOf({ database }: Sender, sql: string): Promise<number> {
  return Number((await database.execute(sql)).rows[0]?.n);
}
const waiting = (sender: Sender) =>
  numberOf(sender, 'select count(*) as n from outbox where sent_at is null');

/** The messages that arrived, compared with those that were written. */
async function arrivals(sender: Sender) {
  const times = new Map<string, number>();
  for (const { messageId } of sender.sink.taken) {
    times.set(messageId, (times.get(messageId) ?? 0) + 1);
  }
  const written = await numberOf(sender, 'select count(*) as n from outbox');
  const doubles = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
  const counted = await numberOf(
    sender,
    'select coalesce(sum(unconfirmed - (sent_at is null)), 0) as n from outbox where unconfirmed > 0',
  );
  return { written, lost: written - times.size, doubles, counted };
}

/** From the write to the provider's answer, in ms, for this part of the messages. */
async function waitOf(sender: Sender, part: number): Promise<number> {
  const { rows } = await sender.database.execute(
    'select sent_at - created_at as ms from outbox order by 1',
  );
  return Number(rows[Math.ceil(rows.length * part) - 1]?.ms);
}

async function killAtRandom(sender: Sender, dice: Chance): Promise<number> {
  let underWay = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await write(sender, idsOf(`kill${kill}`, BATCH));
    await Bun.sleep(dice.next() * LATEST_KILL_MS);
    const { process } = sender.product;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
    if ((await waiting(sender)) > 0) underWay += 1;
    await sender.restart();
  }
  return underWay;
}

test(
  `${KILLS} kills lose no message, and each double is counted`,
  () =>
    withSeed(async (seed) => {
      const sender = await startSender();
      try {
        const underWay = await killAtRandom(sender, chance(seed));
        // A message that a killed process was sending waits for a minute. The short form doesn't
        // wait for it.
        if (!FULL) await sender.database.execute('update outbox set next_attempt_at = created_at');
        await until('all sent', SENT_WITHIN_MS, async () => (await waiting(sender)) === 0);
        const { written, lost, doubles, counted } = await arrivals(sender);
        figures('Messages with kills at random instants', {
          ...{ kills: KILLS, 'with messages waiting': underWay, messages: written, lost, doubles },
          'counted as maybe doubles': counted,
          'ms from write to sent for 95 %': await waitOf(sender, 0.95),
        });
        expect({ written, lost }).toEqual({ written: KILLS * BATCH, lost: 0 });
        expect(doubles).toBeLessThanOrEqual(counted);
      } finally {
        await sender.close();
      }
    }),
  3_600_000,
);

test(`${AT_ONCE} messages at once arrive once each`, async () => {
  const sender = await startSender();
  try {
    await write(sender, idsOf('many', AT_ONCE));
    const tookMs = await until('all', SENT_WITHIN_MS, async () => (await waiting(sender)) === 0);
    const { lost, doubles, counted } = await arrivals(sender);
    figures('Messages at once', {
      ...{ messages: AT_ONCE, lost, doubles, 'ms in total': Math.round(tookMs) },
      'per second': Math.round((AT_ONCE * 1_000) / tookMs),
      'ms from write to sent for 95 %': await waitOf(sender, 0.95),
    });
    expect({ lost, doubles, counted }).toEqual({ lost: 0, doubles: 0, counted: 0 });
  } finally {
    await sender.close();
  }
}, 3_600_000);

test('95 of 100 messages are sent within 10 seconds', async () => {
  const sender = await startSender();
  try {
    for (const id of idsOf('steady', STEADY.messages)) {
      await write(sender, [id]);
      await Bun.sleep(STEADY.everyMs);
    }
    await until('all', SENT_WITHIN_MS, async () => (await waiting(sender)) === 0);
    const { lost, doubles } = await arrivals(sender);
    const p95 = await waitOf(sender, 0.95);
    figures('Messages one after another', {
      ...{ messages: STEADY.messages, lost, doubles, 'ms at most': await waitOf(sender, 1) },
      ...{ 'ms for half': await waitOf(sender, 0.5), 'ms for 95 %': p95 },
    });
    expect({ lost, doubles }).toEqual({ lost: 0, doubles: 0 });
    expect(p95).toBeLessThanOrEqual(PROMISED_MS);
  } finally {
    await sender.close();
  }
}, 3_600_000);
