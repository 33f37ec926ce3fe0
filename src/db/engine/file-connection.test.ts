/** Tests the connection to a file while another process holds its lock. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBusy } from './failures';
import { FileConnection } from './file-connection';

let folder: string;
let file: FileConnection;
let other: FileConnection;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-file-'));
  const path = join(folder, 'test.db');
  file = new FileConnection(path, { busyTimeoutMs: 10 });
  other = new FileConnection(path, { busyTimeoutMs: 10 });
  file.all({ text: 'pragma journal_mode = wal', values: [] });
  file.all({ text: 'create table boats (name text)', values: [] });
});
afterAll(() => {
  file.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = { text: 'select count(*) from boats', values: [] };
const insert = { text: "insert into boats (name) values ('Marlin')", values: [] };
const write = () => file.commitTogether([() => file.runTogether([insert])]);

test('a write that was refused the lock leaves the connection usable', () => {
  other.commitTogether([
    () => {
      for (let time = 0; time < 3; time += 1) {
        let refused: unknown = null;
        try {
          write();
        } catch (error) {
          refused = error;
        }
        expect(isBusy(refused)).toBe(true);
        expect(file.read([count, count])).toEqual([[[0]], [[0]]]);
        expect(file.read([count])).toEqual([[[0]]]);
      }
    },
  ]);
  write();
  expect(file.read([count, count])).toEqual([[[1]], [[1]]]);
  expect(file.read([])).toEqual([]);
});
