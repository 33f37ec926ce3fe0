/** What the server loads before its first answer, and what it must not. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dir, '../src');
/** Heavy packages that a first answer needs nothing of: each is loaded with its first use. */
const LATER = ['zod', '@trpc/server', 'stripe', 'nodemailer', 'otpauth', '@simplewebauthn/server'];

/** The packages that a file and all its static imports bring, each with the chain that leads to it. */
function packagesAtStart(entry: string): Map<string, string> {
  const chains = new Map([[entry, entry.slice(SOURCES.length + 1)]]);
  const packages = new Map<string, string>();
  for (const [file, chain] of chains) {
    for (const { path, kind } of new Bun.Transpiler({ loader: 'ts' }).scanImports(
      readFileSync(file, 'utf8'),
    )) {
      if (kind !== 'import-statement') continue;
      const source = sourceOf(path, file);
      if (!source) packages.set(path, chain);
      else if (!chains.has(source)) {
        chains.set(source, `${source.slice(SOURCES.length + 1)} < ${chain}`);
      }
    }
  }
  return packages;
}

/** The file that an import leads to; null for a package. */
function sourceOf(path: string, from: string): string | null {
  const isOurs = path.startsWith('@/') || path.startsWith('.');
  if (!isOurs) return null;
  const base = path.startsWith('@/') ? join(SOURCES, path.slice(2)) : join(dirname(from), path);
  return [`${base}.ts`, join(base, 'index.ts')].find(existsSync) ?? null;
}

test('the start loads no package that only a later answer needs', () => {
  const atStart = packagesAtStart(join(SOURCES, 'server/main.ts'));
  expect([...atStart.keys()]).toContain('elysia');
  const tooEarly = [...atStart].filter(([path]) =>
    LATER.some((name) => `${path}/`.startsWith(`${name}/`)),
  );
  expect(tooEarly).toEqual([]);
});
