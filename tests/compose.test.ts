import { expect, test } from 'bun:test';
import { join } from 'node:path';

// The tests' own server has the interval in any case, so that a crowd of writers alone does not miss it here.
test('compose.yaml: sqld makes its checkpoints apart from the writes', async () => {
  const file = Bun.file(join(import.meta.dir, '../compose.yaml'));
  const { services } = Bun.YAML.parse(await file.text()) as {
    services: { database: { command: string } };
  };
  expect(services.database.command).toMatch(/ --checkpoint-interval-s [1-9]\d*( |$)/);
});
