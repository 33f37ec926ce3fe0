import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBeside } from '../support/beside';
import { type Product, startProduct } from '../support/product';

let folder: string;
const started: Product[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-jobs-'));
});
afterAll(async () => {
  await Promise.all(started.map((product) => product.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Product> {
  const product = await startProduct({ folder, env: { DEMO: '0', LOG_LEVEL: 'info' } });
  started.push(product);
  return product;
}

async function until(what: string, seconds: number, holds: () => Promise<boolean> | boolean) {
  const giveUpAt = Date.now() + seconds * 1_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${seconds} s`);
    await Bun.sleep(100);
  }
}

const runsJobs = (product: Product) => product.output().includes('this process runs the jobs');

/** A message in the outbox. The process that runs the jobs writes it to the mailbox folder. */
async function queueMail(id: string) {
  const client = openBeside(folder);
  await client.execute({
    sql: `insert into outbox (id, recipient, subject, body, dedupe_key, next_attempt_at, created_at)
          values (?, 'sam@lake.example', 'Hello', 'Hello', ?, 0, 0)`,
    args: [id, id],
  });
  const isSent = async () => {
    const { rows } = await client.execute({
      sql: 'select sent_at from outbox where id = ?',
      args: [id],
    });
    return rows[0]?.sent_at !== null;
  };
  return { isSent, close: () => client.close() };
}

test("one of three processes runs the jobs, and another takes over within a minute if it's killed, stopped, or frozen", async () => {
  const products = [await start(), await start(), await start()];
  await until('one of them runs the jobs', 30, () => products.some(runsJobs));
  await Bun.sleep(5_000);
  expect(products.filter(runsJobs)).toHaveLength(1);

  // Killed: it didn't release its lease, but its process ID is gone.
  const [killed] = products.filter(runsJobs);
  killed?.process.kill('SIGKILL');
  const others = products.filter((product) => product !== killed);
  const mail = await queueMail('after the kill');
  await until('the work of the killed one', 60, () => mail.isSent());
  expect(others.filter(runsJobs)).toHaveLength(1);

  // Frozen: it doesn't renew its lease, which expires. When it continues, another process has the
  // lease.
  const [frozen] = others.filter(runsJobs);
  const [last] = others.filter((product) => product !== frozen);
  frozen?.process.kill('SIGSTOP');
  const second = await queueMail('while frozen');
  await until('the work of the frozen one', 60, () => second.isSent());
  expect(last && runsJobs(last)).toBe(true);
  frozen?.process.kill('SIGCONT');

  // Stopped: it releases the lease.
  await last?.stop();
  const third = await queueMail('after the stop');
  await until('the work of the stopped one', 60, () => third.isSent());
  mail.close();
  second.close();
  third.close();
}, 240_000);
