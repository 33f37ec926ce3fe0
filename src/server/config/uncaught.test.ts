import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { operatorSentences } from './uncaught';

test('a port used by another program has an error message', async () => {
  const fetch = () => new Response();
  const other = Bun.serve({ port: 0, fetch });
  let failure: unknown = null;
  try {
    Bun.serve({ port: other.port as number, fetch });
  } catch (error) {
    failure = error;
  } finally {
    await other.stop(true);
  }
  expect(operatorSentences(failure)).toEqual([
    'Another program is using this port. Stop it, or set PORT to another one.',
  ]);
});

test('a process survives a server that takes its write lock away', async () => {
  const program = join(import.meta.dir, '../../../tests/support/lost-lock.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', program], { stderr: 'pipe' });
  const [printed, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  expect({ printed, code }).toEqual({
    printed: 'TRANSACTION_TIMEOUT\nstill running\n',
    code: 0,
  });
});
