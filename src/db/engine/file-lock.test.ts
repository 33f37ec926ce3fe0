import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseReplacedError } from './failures';
import { claimFile, shareFile } from './file-lock';

const folder = mkdtempSync(join(tmpdir(), 'dockside-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a shared lock and an exclusive claim exclude each other', () => {
  const file = join(folder, 'dockside.db');
  const shares = [shareFile(file), shareFile(file)];
  expect(claimFile(file)).toBeNull();
  shares[0]?.release();
  expect(claimFile(file)).toBeNull();
  shares[1]?.release();

  const claim = claimFile(file);
  expect(claim).not.toBeNull();
  expect(claimFile(file)).toBeNull();
  expect(() => shareFile(file)).toThrow(DatabaseReplacedError);
  claim?.release();
  shareFile(file).release();
});

test('a lock creates only its own empty file', () => {
  const file = join(folder, 'other.db');
  shareFile(file).release();
  claimFile(file)?.release();
  expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual(['other.db.lock']);
});

test('a killed process releases its lock', async () => {
  const file = join(folder, 'killed.db');
  const program = `
    import { shareFile } from ${JSON.stringify(join(import.meta.dir, 'file-lock.ts'))};
    globalThis.lock = shareFile(${JSON.stringify(file)});
    console.log('shared');
    setInterval(() => {}, 1_000);
  `;
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' });
  await child.stdout.getReader().read();
  expect(claimFile(file)).toBeNull();
  child.kill('SIGKILL');
  await child.exited;
  const claim = claimFile(file);
  expect(claim).not.toBeNull();
  claim?.release();
});
