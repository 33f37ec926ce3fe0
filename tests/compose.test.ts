import { expect, test } from 'bun:test';
import { join } from 'node:path';

type Service = {
  command?: string;
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  pids_limit?: number;
  security_opt?: string[];
  cap_drop?: string[];
};
const file = Bun.file(join(import.meta.dir, '../compose.yaml'));
const { services } = Bun.YAML.parse(await file.text()) as { services: Record<string, Service> };

// Tests start their own database server with the interval set. So only this test would notice that
// compose.yaml lacks it.
test('compose.yaml: sqld runs checkpoints separately from writes', () => {
  expect(services.database?.command).toMatch(/ --checkpoint-interval-s [1-9]\d*( |$)/);
});

test("compose.yaml: no container's log fills the disk", () => {
  expect(Object.keys(services).length).toBeGreaterThan(3);
  const limits = { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.any(String) };
  for (const { logging } of Object.values(services)) expect(logging?.options).toEqual(limits);
});

test("compose.yaml: every container has limits and can't gain privileges, and ours have none", () => {
  for (const { mem_limit, pids_limit, security_opt } of Object.values(services)) {
    expect(mem_limit).toMatch(/^\d+[mg]$/);
    expect(pids_limit).toBeGreaterThan(0);
    expect(security_opt).toEqual(['no-new-privileges:true']);
  }
  expect([services.app?.cap_drop, services.durability?.cap_drop]).toEqual([['ALL'], ['ALL']]);
});
