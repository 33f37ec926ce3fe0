import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const unit = join(import.meta.dir, '../deploy/dockside-backup.service');
const folder = mkdtempSync(join(tmpdir(), 'dockside-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY_S = 24 * 60 * 60;

test.skipIf(!Bun.which('find'))(
  'the nightly backup deletes only backups over two weeks old',
  async () => {
    const lines = (await Bun.file(unit).text()).split('\n');
    const [, makes = ''] = lines.find((line) => line.startsWith('ExecStart='))?.split('=') ?? [];
    const kept = makes.split(' ').at(-1) ?? '';
    const command = lines.find((line) => line.startsWith('ExecStartPost='))?.slice(14) ?? '';
    expect(command).toContain(` ${kept} `);

    const now = Date.now() / 1_000;
    const ages = { '2026-11-01T03-30-00-000Z': 16, '2026-11-16T03-30-00-000Z': 13, photos: 16 };
    for (const [name, days] of Object.entries(ages)) {
      mkdirSync(join(folder, name));
      utimesSync(join(folder, name), now - days * DAY_S, now - days * DAY_S);
    }
    // The shell can run systemd's line: both read quotes, {}, and + in the same way.
    const { exitCode } = Bun.spawnSync(['sh', '-c', command.replace(kept, folder)]);
    expect(exitCode).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['2026-11-16T03-30-00-000Z', 'photos']);
  },
);
