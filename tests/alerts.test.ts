/**
 * Checks the alert rules for Prometheus: each rule uses a figure that `/metrics` has, in the way
 * its type allows, and the documentation explains it.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createApp } from '@/server/http/app';
import { book, customer } from './support/actors';
import { startTestApp } from './support/app';

const root = join(import.meta.dir, '..');
const read = (path: string) => Bun.file(join(root, path)).text();

type Rule = { alert: string; expr: string };
const { groups } = Bun.YAML.parse(await read('deploy/alerts.yml')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** Returns the type of each figure of `/metrics`, by name. */
async function figures(): Promise<Map<string, string>> {
  const metricsToken = 'a token of many characters';
  const app = await startTestApp({ settings: { metricsToken } });
  try {
    const id = await book(await customer(app));
    // Makes every figure appear in `/metrics`.
    await app.deps.db.client.batch([
      `insert into stripe_events (id, type, created_at, received_at) values ('backed-up', '', 1, 1)`,
      {
        sql: `insert into disputes (id, appointment_id, payment_intent_id, amount_cents, status, reason,
                due_by, withdrawn_cents, lost_cents, refundable, opened_at, asked_at)
              values ('one', ?, 'pi', 100, 'needs_response', 'general', 1, 0, 0, 0, 1, 1)`,
        args: [id],
      },
    ]);
    const served = createApp({ deps: app.deps, files: null, sandbox: null });
    const headers = { authorization: `Bearer ${metricsToken}` };
    const answer = await served.handle(new Request('http://dockside.test/metrics', { headers }));
    const lines = (await answer.text()).split('\n');
    return new Map(
      lines.flatMap((line): [string, string][] => {
        const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
        return name && type ? [[name, type]] : [];
      }),
    );
  } finally {
    await app.close();
  }
}

test("each rule uses the product's figures, and no figure that can fall is treated as a counter", async () => {
  const types = await figures();
  const typeOf = (name: string) =>
    types.get(name) ?? types.get(name.replace(/_(count|sum|bucket)$/, ''));
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr } of rules) {
    const names = expr.match(/\bdockside_\w+/g) ?? [];
    expect([alert, names.filter((name) => !typeOf(name))]).toEqual([alert, []]);
    for (const [, call, name] of expr.matchAll(/\b(rate|increase|delta)\((dockside_\w+)/g)) {
      const isGauge = typeOf(name ?? '') === 'gauge';
      expect([alert, name, isGauge]).toEqual([alert, name, call === 'delta']);
    }
  }
});

test('figures from the database are never added up over the processes', async () => {
  const ofOneProcess = /dockside_(request|build|event_loop|write_queue|resident|cpu|start)/;
  for (const { alert, expr } of rules) {
    const sums = [...expr.matchAll(/\bsum\b[^)]*\)?\s*\(.*?(dockside_\w+)/g)].map(
      ([, name]) => name,
    );
    expect([alert, sums.filter((name) => !ofOneProcess.test(name ?? ''))]).toEqual([alert, []]);
  }
});

test('operations.md explains exactly these alerts', async () => {
  const table = (await read('docs/operations.md')).split('| Alert | What it means')[1] ?? '';
  const explained = [...table.matchAll(/^\| ([A-Z][a-z ]+) \|/gm)].map(([, name]) => name);
  const inWords = ({ alert }: Rule) =>
    alert[0] + alert.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(explained).toEqual(rules.map(inWords));
});
