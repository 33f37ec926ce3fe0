import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';

const server = join(import.meta.dir, '../..');

/**
 * The types refuse actions that aren't on the list. This test finds listed actions that the code no
 * longer writes.
 */
test('the server writes every action of the audit log', async () => {
  const written = new Set<string>();
  for await (const file of new Glob('**/*.usecases.ts').scan(server)) {
    const source = await Bun.file(join(server, file)).text();
    for (const [, name = ''] of source.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)) written.add(name);
  }
  const actions = Object.keys(AUDIT_ACTION_LABELS);
  expect(actions.filter((action) => !written.has(action))).toEqual([]);
});
