import { expect, test } from 'bun:test';
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
