import { expect, test } from 'bun:test';
import { join } from 'node:path';

type Service = { command?: string; logging?: { options: Record<string, string> } };
const file = Bun.file(join(import.meta.dir, '../compose.yaml'));
const { services } = Bun.YAML.parse(await file.text()) as { services: Record<string, Service> };

// The tests' own server has the interval in any case, so that a crowd of writers alone does not miss it here.
test('compose.yaml: sqld makes its checkpoints apart from the writes', () => {
  expect(services.database?.command).toMatch(/ --checkpoint-interval-s [1-9]\d*( |$)/);
});

test('compose.yaml: no container fills the disk with its log', () => {
  expect(Object.keys(services).length).toBeGreaterThan(3);
  const limits = { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.any(String) };
  for (const { logging } of Object.values(services)) expect(logging?.options).toEqual(limits);
});
