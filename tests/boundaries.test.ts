/** Every import boundary is proved by a file that breaks it: refused here, with its reason. */
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkBoundaries } from '../scripts/boundaries';

const project = join(import.meta.dir, '..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A source tree of its own that holds only these files. */
function treeOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'dockside-boundaries-'));
  folders.push(root);
  copyFileSync(join(project, 'biome.json'), join(root, 'biome.json'));
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n');
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
}

interface Refusal {
  file: string;
  message: string;
}

/** What the lint rules of this project say about a tree. */
function lint(root: string): Refusal[] {
  const biome = Bun.spawnSync(
    [
      join(project, 'node_modules/.bin/biome'),
      'lint',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ],
    { cwd: root },
  );
  const report = JSON.parse(biome.stdout.toString()) as {
    diagnostics: { message: string; category: string; location: { path: string } }[];
  };
  return report.diagnostics
    .filter((found) => /noRestrictedImports|noProcessEnv/.test(found.category))
    .map((found) => ({ file: found.location.path, message: found.message }));
}

const refused: [file: string, source: string, message: string][] = [
  ['src/domain/pricing/a.ts', "import '@/db/client';", 'The domain is pure'],
  ['src/domain/pricing/b.ts', "import fs from 'node:fs';", 'The domain is pure'],
  ['src/domain/pricing/c.ts', "import { eq } from 'drizzle-orm';", 'The domain is pure'],
  ['src/domain/pricing/d.ts', "import type { Deps } from '@/server/deps';", 'The domain is pure'],
  ['src/db/a.ts', "import '@/server/modules/slots/a';", 'The database layer knows only the domain'],
  ['src/db/b.ts', "import '@/client/main';", 'The database layer knows only the domain'],
  ['src/db/c.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  ['src/server/ports/mail/a.ts', "import '@/db/client';", 'A port speaks our terms'],
  ['src/server/ports/mail/b.ts', "import '@/server/deps';", 'A port speaks our terms'],
  ['src/server/modules/slots/a.ts', "import '@/server/trpc/init';", 'A module knows the domain'],
  ['src/server/modules/slots/b.ts', "import '@/server/env';", 'A module knows the domain'],
  ['src/server/modules/slots/c.ts', "import { eq } from 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/modules/slots/d.ts', "import 'drizzle-orm/libsql';", 'SQL belongs in'],
  ['src/server/modules/slots/e.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  ['src/server/modules/slots/a.repository.ts', "import '@/server/trpc/init';", 'A module knows'],
  ['src/server/modules/slots/b.repository.ts', "import 'oslo';", 'src/server/modules/auth'],
  ['src/server/modules/auth/a.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/modules/auth/b.ts', "import '@/server/rest/raw';", 'A module knows the domain'],
  ['src/server/modules/auth/a.repository.ts', "import '@/server/rest/raw';", 'A module knows'],
  ['src/server/trpc/routers/a.ts', "import '@/db/client';", 'A procedure is role, schema'],
  ['src/server/trpc/routers/b.ts', "import '@/server/ports/mail/port';", 'A procedure is role'],
  ['src/server/trpc/routers/c.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/rest/a.ts', "import '@/server/modules/slots/a';", 'A REST path calls'],
  ['src/server/rest/raw.ts', "import '@/db/client';", 'A raw path calls a module'],
  ['src/server/jobs/a.ts', "import '@/server/trpc/init';", 'A job calls a module'],
  ['src/server/stripe-sandbox/a.ts', "import '@/domain/money';", 'knows nothing of the app'],
  ['src/server/app.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  ['src/server/main.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/clock.ts', 'export const a = process.env.PORT;', 'process.env'],
  ['src/db/d.ts', 'export const a = process.env.PORT;', 'process.env'],
  ['src/client/a.ts', "import type { Deps } from '@/server/deps';", 'The browser knows the domain'],
  ['src/client/b.ts', "import '@/db/client';", 'The browser knows the domain'],
  ['src/client/c.ts', "import { appRouter } from '@/server/trpc';", 'The browser takes only'],
  ['src/client/d.ts', "import 'node:fs';", 'This package runs on the server'],
  ['src/client/e.ts', "import Stripe from 'stripe';", 'This package runs on the server'],
  ['src/client/features/fuel/a.tsx', "import '@/client/features/ice/a';", 'Features do not reach'],
  ['src/client/features/fuel/b.tsx', "import '@/client/routes/index';", 'Features do not reach'],
  ['src/client/features/fuel/c.tsx', "import '@/server/deps';", 'The browser knows the domain'],
  ['src/client/components/a.tsx', "import '@/client/features/ice/a';", 'Shared pieces know no'],
  ['src/client/lib/a.ts', "import '@/client/features/ice/a';", 'Shared pieces know no feature'],
  ['src/client/lib/b.ts', "import '@/server/env';", 'The browser knows the domain'],
];

const allowed: [file: string, source: string][] = [
  ['src/domain/pricing/ok.ts', "import 'zod/mini';\nimport '../money';\nimport '@/domain/time';"],
  ['src/domain/pricing/ok.test.ts', "import fc from 'fast-check';"],
  ['src/db/ok.ts', "import 'drizzle-orm';\nimport '@libsql/client';\nimport '@/domain/roles';"],
  ['src/server/ports/mail/ok.ts', "import 'nodemailer';\nimport '@/domain/errors';"],
  [
    'src/server/modules/slots/ok.ts',
    "import '@/db/client';\nimport type { D } from '@/server/deps';",
  ],
  [
    'src/server/modules/slots/ok.repository.ts',
    "import 'drizzle-orm';\nimport '@/db/schema/slots';",
  ],
  ['src/server/modules/auth/ok.ts', "import 'oslo/password';\nimport '@/server/ports/mail/port';"],
  ['src/server/modules/auth/ok.repository.ts', "import 'drizzle-orm';"],
  ['src/server/trpc/ok.ts', "import '@/server/modules/slots/ok';\nimport '@/domain/errors';"],
  ['src/server/rest/ok.ts', "import '@/server/trpc/index';"],
  ['src/server/rest/raw.ts', "import '@/server/modules/slots/ok';"],
  ['src/server/stripe-sandbox/ok.ts', "import './b';\nimport 'bun:sqlite';"],
  ['src/server/env.ts', 'export const a = process.env.PORT;'],
  ['src/server/deps.ts', "import './ports/mail/port';"],
  ['src/client/ok.ts', "import type { AppRouter } from '@/server/trpc';\nimport '@/domain/money';"],
  ['src/client/features/fuel/ok.tsx', "import './b';\nimport '@/client/components/button';"],
  ['src/client/routes/ok.tsx', "import '@/client/features/fuel/ok';"],
  ['tests/ok.ts', "import 'drizzle-orm';\nimport '@/server/modules/slots/ok';"],
];

const misled: [file: string, source: string, message: string][] = [
  ['src/domain/a.ts', "import '../db/client';", "write '@/db/client'"],
  ['src/domain/slots/b.ts', "import type { Deps } from '../../server/deps';", "'@/server/deps'"],
  ['src/domain/slots/c.ts', "export { db } from '../../db/client';", "'@/db/client'"],
  ['src/domain/slots/d.ts', "const a = await import('../../db/client');", "'@/db/client'"],
  ['src/server/modules/slots/a.ts', "import '../../trpc/init';", "'@/server/trpc/init'"],
  ['src/server/stripe-sandbox/a.ts', "import '../env';", "'@/server/env'"],
  ['src/client/features/fuel/a.tsx', "import '../ice/a';", "'@/client/features/ice/a'"],
  ['src/client/lib/a.ts', "import '../features/ice/a';", "'@/client/features/ice/a'"],
  ['src/client/a.ts', "import '../server/env';", "'@/server/env'"],
  ['src/server/b.ts', 'export const a = Bun.env.PORT;', 'Only src/server/env.ts reads'],
  ['src/server/c.ts', 'export const a = import.meta.env.PORT;', 'Only src/server/env.ts reads'],
  ['src/server/d.ts', "import { env } from 'node:process';", 'Only src/server/env.ts reads'],
];

describe('lint rules', () => {
  const refusals = lint(treeOf(Object.fromEntries(refused)));
  test.each(refused)('%s: %s', (file, _source, message) => {
    const found = refusals.filter((refusal) => refusal.file === file);
    expect(found.map((refusal) => refusal.message)).toEqual([expect.stringContaining(message)]);
  });

  test('refuse nothing that the layers allow', () => {
    expect(lint(treeOf(Object.fromEntries(allowed)))).toEqual([]);
  });
});

describe('where relative imports lead', () => {
  test.each(misled)('%s: %s', async (file, source, message) => {
    const refusals = await checkBoundaries(treeOf({ [file]: `\n${source}\n` }));
    expect(refusals).toEqual([expect.stringContaining(message)]);
    expect(refusals[0]).toStartWith(`${file}:2 `);
  });

  test('nothing allowed is refused', async () => {
    expect(await checkBoundaries(treeOf(Object.fromEntries(allowed)))).toEqual([]);
  });
});
