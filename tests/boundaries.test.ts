/**
 * Each import rule is tested with a file that breaks it. The check must refuse the file for the
 * rule's reason.
 */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkBoundaries } from '../scripts/boundaries';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Creates a separate source tree with only these files. */
function treeOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'dockside-boundaries-'));
  folders.push(root);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
}

const refused: [file: string, source: string, message: string][] = [
  ['src/domain/pricing/a.ts', "import '@/db/client';", 'The domain is pure'],
  ['src/domain/pricing/b.ts', "import fs from 'node:fs';", 'The domain is pure'],
  ['src/domain/pricing/c.ts', "import { eq } from 'drizzle-orm';", 'The domain is pure'],
  [
    'src/domain/pricing/d.ts',
    "import type { Deps } from '@/server/config/deps';",
    'The domain is pure',
  ],
  [
    'src/db/a.ts',
    "import '@/server/modules/slots/a';",
    'The database layer may only import the domain',
  ],
  ['src/db/b.ts', "import '@/client/main';", 'The database layer may only import the domain'],
  ['src/db/c.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  ['src/server/ports/mail/a.ts', "import '@/db/client';", 'A port uses our terms'],
  ['src/server/ports/mail/b.ts', "import '@/server/config/deps';", 'A port uses our terms'],
  [
    'src/server/modules/slots/a.ts',
    "import '@/server/trpc/init';",
    'A module may only import the domain',
  ],
  [
    'src/server/modules/slots/b.ts',
    "import '@/server/config/env';",
    'A module may only import the domain',
  ],
  ['src/server/modules/slots/c.ts', "import { eq } from 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/modules/slots/d.ts', "import 'drizzle-orm/libsql';", 'SQL belongs in'],
  ['src/server/modules/slots/e.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  [
    'src/server/modules/slots/a.repository.ts',
    "import '@/server/trpc/init';",
    'A module may only import',
  ],
  ['src/server/modules/slots/b.repository.ts', "import 'oslo';", 'src/server/modules/auth'],
  ['src/server/modules/auth/a.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  [
    'src/server/modules/auth/b.ts',
    "import '@/server/rest/raw';",
    'A module may only import the domain',
  ],
  [
    'src/server/modules/auth/a.repository.ts',
    "import '@/server/rest/raw';",
    'A module may only import',
  ],
  ['src/server/trpc/routers/a.ts', "import '@/db/client';", 'A procedure is a role, a schema'],
  ['src/server/trpc/routers/b.ts', "import '@/server/ports/mail/port';", 'A procedure is a role'],
  ['src/server/trpc/routers/c.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/rest/a.ts', "import '@/server/modules/slots/a';", 'A REST path calls'],
  ['src/server/rest/raw.ts', "import '@/db/client';", 'A raw path calls a module'],
  ['src/server/jobs/a.ts', "import '@/server/trpc/init';", 'A job calls a module'],
  ['packages/stripe-sandbox/a.ts', "import '@/domain/money';", 'must not use the app'],
  ['src/server/http/app.ts', "import 'oslo/password';", 'src/server/modules/auth'],
  ['src/server/main.ts', "import 'drizzle-orm';", 'SQL belongs in'],
  ['src/server/clock.ts', 'export const a = process.env.PORT;', 'process.env'],
  ['src/db/d.ts', 'export const a = process.env.PORT;', 'process.env'],
  [
    'src/client/a.ts',
    "import type { Deps } from '@/server/config/deps';",
    'The browser may only import the domain',
  ],
  ['src/client/b.ts', "import '@/db/client';", 'The browser may only import the domain'],
  ['src/client/c.ts', "import { appRouter } from '@/server/trpc';", 'The browser may only use'],
  ['src/client/d.ts', "import 'node:fs';", 'This package runs on the server'],
  ['src/client/e.ts', "import Stripe from 'stripe';", 'This package runs on the server'],
  [
    'src/client/features/customer/fuel/a.tsx',
    "import '@/client/features/customer/ice/a';",
    'Features must not import',
  ],
  [
    'src/client/features/customer/fuel/b.tsx',
    "import '@/client/routes/index';",
    'Features must not import',
  ],
  [
    'src/client/features/customer/fuel/c.tsx',
    "import '@/server/config/deps';",
    'The browser may only import the domain',
  ],
  [
    'src/client/components/a.tsx',
    "import '@/client/features/customer/ice/a';",
    'Shared code must not import',
  ],
  [
    'src/client/lib/a.ts',
    "import '@/client/features/customer/ice/a';",
    'Shared code must not import features',
  ],
  [
    'src/client/lib/b.ts',
    "import '@/server/config/env';",
    'The browser may only import the domain',
  ],
];

const allowed: [file: string, source: string][] = [
  ['src/domain/pricing/ok.ts', "import 'zod/mini';\nimport '../money';\nimport '@/domain/time';"],
  ['src/domain/pricing/ok.test.ts', "import fc from 'fast-check';"],
  ['src/db/ok.ts', "import 'drizzle-orm';\nimport '@libsql/client';\nimport '@/domain/roles';"],
  ['src/server/ports/mail/ok.ts', "import 'nodemailer';\nimport '@/domain/errors';"],
  [
    'src/server/modules/slots/ok.ts',
    "import '@/db/client';\nimport type { D } from '@/server/config/deps';",
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
  ['packages/stripe-sandbox/ok.ts', "import './b';\nimport 'bun:sqlite';"],
  ['src/server/config/env.ts', 'export const a = process.env.PORT;'],
  ['src/server/ok.ts', "import './ports/mail/port';"],
  ['src/client/ok.ts', "import type { AppRouter } from '@/server/trpc';\nimport '@/domain/money';"],
  [
    'src/client/features/customer/fuel/ok.tsx',
    "import './b';\nimport '@/client/components/button';",
  ],
  ['src/client/routes/ok.tsx', "import '@/client/features/customer/fuel/ok';"],
  ['tests/ok.ts', "import 'drizzle-orm';\nimport '@/server/modules/slots/ok';"],
];

const misled: [file: string, source: string, message: string][] = [
  ['src/domain/a.ts', "import '../db/client';", "Import '@/db/client'"],
  ['src/domain/slots/b.ts', "import type { Deps } from '../../server/deps';", "'@/server/deps'"],
  ['src/domain/slots/c.ts', "export { db } from '../../db/client';", "'@/db/client'"],
  ['src/domain/slots/d.ts', "const a = await import('../../db/client');", "'@/db/client'"],
  ['src/server/modules/slots/a.ts', "import '../../trpc/init';", "'@/server/trpc/init'"],
  ['packages/stripe-sandbox/a.ts', "import '../../src/env';", "'@/env'"],
  [
    'src/client/features/customer/fuel/a.tsx',
    "import '../ice/a';",
    "'@/client/features/customer/ice/a'",
  ],
  [
    'src/client/lib/a.ts',
    "import '../features/customer/ice/a';",
    "'@/client/features/customer/ice/a'",
  ],
  ['src/client/a.ts', "import '../server/env';", "'@/server/env'"],
  ['src/server/b.ts', 'export const a = Bun.env.PORT;', 'Only src/server/config/env.ts reads'],
  [
    'src/server/c.ts',
    'export const a = import.meta.env.PORT;',
    'Only src/server/config/env.ts reads',
  ],
  ['src/server/d.ts', "import { env } from 'node:process';", 'Only src/server/config/env.ts reads'],
];

/** Returns the errors of a tree with only these files. */
const check = (files: Record<string, string>) => checkBoundaries(treeOf(files));

/** The path of a file in a module, which imports another module's file. */
const moduleFile = (module: string) => `src/server/modules/${module}/a.ts`;
const importOf = (module: string) => `import type { A } from '@/server/modules/${module}/b';`;

const misordered: [from: string, to: string, message: string][] = [
  ['appointments', 'payments', 'The module payments is above appointments'],
  ['messages', 'appointments', 'The module appointments is above messages'],
  ['metrics', 'recurring', 'The module recurring is above metrics'],
  ['reports', 'customers', 'The module customers is on the same line as reports'],
  ['auth', 'slots', 'The module slots is on the same line as auth'],
  ['slots', 'ferries', "The module ferries isn't in the list"],
];

const refusals = await check(Object.fromEntries(refused));

describe('layers', () => {
  test.each(refused)('%s: %s', (file, _source, message) => {
    const found = refusals.filter((refusal) => refusal.startsWith(`${file}:`));
    expect(found).toEqual([expect.stringContaining(message)]);
  });

  test('the rules accept every allowed import', async () => {
    expect(await check(Object.fromEntries(allowed))).toEqual([]);
  });

  test('a folder without a row is refused', async () => {
    for (const file of ['src/new/a.ts', 'src/server/new/a.ts']) {
      expect(await check({ [file]: "import '@/domain/money';" })).toEqual([
        `${file}:1 This folder has no row in scripts/import-rules.ts. Add one.`,
      ]);
    }
  });

  test('the sandbox starts at one place on the server and one in the browser', async () => {
    const server = "import '@dockside/stripe-sandbox/server/sandbox';";
    const browser = "import '@dockside/stripe-sandbox/browser/api';";
    expect(
      await check({
        'src/server/compose.ts': server,
        'src/client/features/customer/payment/stripe-for.ts': browser,
      }),
    ).toEqual([]);
    const elsewhere = [
      'src/client/features/customer/payment/other.ts',
      'src/client/lib/a.ts',
      'src/server/demo/seed.ts',
      'src/server/http/app.ts',
      'src/server/main.ts',
      'src/server/modules/payments/a.ts',
    ];
    const files = Object.fromEntries(elsewhere.map((file) => [file, `${server}\n${browser}`]));
    const refusals = await check(files);
    for (const file of elsewhere) {
      expect(refusals.filter((refusal) => refusal.startsWith(`${file}:`))).toHaveLength(2);
    }
  });

  test("the sandbox's two halves don't import each other", async () => {
    expect(
      await check({
        'packages/stripe-sandbox/browser/a.ts': "import '@dockside/stripe-sandbox/server/b';",
      }),
    ).toEqual([expect.stringContaining('The sandbox acts as another company')]);
  });

  test.each([
    ['stripe', 'src/server/modules/payments/a.ts', 'the payments port'],
    ['nodemailer', 'src/server/modules/messages/a.ts', 'queue a message'],
    ['elysia', 'src/server/rest/a.ts', 'src/server/http'],
    ['@trpc/server', 'src/server/modules/auth/a.ts', 'DomainError'],
    ['@stripe/react-stripe-js', 'src/client/features/customer/order/a.tsx', 'customer/payment'],
    ['leaflet', 'src/client/features/customer/order/a.tsx', "the driver's feature"],
    ['react', 'src/server/http/pages/a.tsx', 'src/client'],
  ])('%s has an owner: not %s', async (name, file, message) => {
    expect(await check({ [file]: `import '${name}';` })).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe('the folders of the driver screen', () => {
  const DRIVER = 'src/client/features/driver';
  const importInDriver = (file: string, imported: string) =>
    check({ [`${DRIVER}/${file}`]: `import '@/client/features/driver/${imported}';` });

  test.each([
    ['day/a.ts', 'outbox/b'],
    ['outbox/a.ts', 'stop/b'],
    ['outbox/a.ts', 'reports/b'],
    ['reports/a.tsx', 'stop/b'],
    ['stop/a.tsx', 'driver-screen'],
    ['day/a.ts', 'driver-screen'],
  ])('%s may not import %s', async (file, imported) => {
    expect(await importInDriver(file, imported)).toEqual([
      expect.stringContaining('In the driver feature, the order is day'),
    ]);
  });

  test.each([
    ['outbox/a.ts', 'day/b'],
    ['reports/a.tsx', 'outbox/b'],
    ['stop/a.tsx', 'reports/b'],
    ['driver-screen.tsx', 'stop/b'],
  ])('%s may import %s', async (file, imported) => {
    expect(await importInDriver(file, imported)).toEqual([]);
  });

  test('a folder may import components but no other feature', async () => {
    const source = "import '@/client/components/button';\nimport '@/client/features/admin/day/a';";
    expect(await check({ [`${DRIVER}/stop/a.tsx`]: source })).toEqual([
      expect.stringContaining(':2 Features must not import each other'),
    ]);
  });
});

describe('the folders of the components', () => {
  const importInComponents = (file: string, imported: string) =>
    check({ [`src/client/components/${file}`]: `import '@/client/components/${imported}';` });

  test.each([
    ['feedback/a.tsx', 'dialog/b'],
    ['form/a.tsx', 'dialog/b'],
    ['photo/a.tsx', 'form/b'],
    ['plot/a.tsx', 'photo/b'],
  ])('%s may not import %s', async (file, imported) => {
    expect(await importInComponents(file, imported)).toEqual([
      expect.stringContaining('In the components, form is built on feedback'),
    ]);
  });

  test.each([
    ['feedback/a.tsx', 'button'],
    ['form/a.tsx', 'feedback/b'],
    ['dialog/a.tsx', 'form/b'],
    ['tabs.tsx', 'form/b'],
  ])('%s may import %s', async (file, imported) => {
    expect(await importInComponents(file, imported)).toEqual([]);
  });
});

describe('the order of the modules', () => {
  test.each(misordered)('%s may not import %s', async (from, to, message) => {
    const refusals = await check({ [moduleFile(from)]: `\n${importOf(to)}` });
    expect(refusals).toEqual([expect.stringContaining(message)]);
    expect(refusals[0]).toStartWith(`${moduleFile(from)}:2 `);
  });

  test.each([
    ['imports nothing', "export const a = '';"],
    ['imports another', importOf('slots')],
  ])('a module without a place is refused once, if it %s', async (_what, source) => {
    const files = {
      [moduleFile('ferries')]: source,
      'src/server/modules/ferries/b.ts': source,
      'src/server/trpc/a.ts': importOf('ferries'),
    };
    expect(await check(files)).toEqual([
      `${moduleFile('ferries')}:1 The module ferries isn't in the list in scripts/import-rules.ts. Add it there.`,
    ]);
  });

  test('a relative import is judged by its target', async () => {
    expect(
      await check({ [moduleFile('appointments')]: "import '../payments/settle-charge.usecases';" }),
    ).toEqual([expect.stringContaining('is above appointments')]);
  });

  test.each([
    ['recurring', 'deliveries'],
    ['deliveries', 'payments'],
    ['payments', 'audit'],
    ['appointments', 'appointments'],
    ['audit', 'metrics'],
  ])('%s may import %s', async (from, to) => {
    expect(await check({ [moduleFile(from)]: importOf(to) })).toEqual([]);
  });
});

describe('how an import is written', () => {
  const OVER_LINES = `import {
  type One,
  two,
} from '@/db/client';`;
  test.each([
    ['over several lines', OVER_LINES, 4],
    ['as a type', "import type { A } from '@/db/client';", 1],
    ['as an inline type', "type A = import('@/db/client').Db;", 1],
    ['by exporting it', "export { a } from '@/db/client';", 1],
    ['by exporting all of it', "export * from '@/db/client';", 1],
    ['when it is needed', "const a = () => import('@/db/client');", 1],
    ['with a template', 'const a = () => import(`@/db/client`);', 1],
    ['with require', "const a = require('@/db/client');", 1],
  ])('%s', async (_name, source, line) => {
    expect(await check({ 'src/domain/a.ts': source })).toEqual([
      expect.stringMatching(new RegExp(`^src/domain/a\\.ts:${line} The domain is pure`)),
    ]);
  });

  test("imports in comments and texts don't count", async () => {
    const source = `// import '@/db/client';
/** \`import x from '@/db/client'\`; process.env is not read. */
export const text = "import '@/db/client'; process.env";`;
    expect(await check({ 'src/domain/a.ts': source })).toEqual([]);
  });
});

describe('import cycles', () => {
  test('two files that import each other are a cycle', async () => {
    expect(
      await check({
        'src/domain/a.ts': "\nimport { b } from './b';",
        'src/domain/b.ts': "import { a } from './a';",
      }),
    ).toEqual([
      'src/domain/a.ts:2 These files import each other in a cycle: src/domain/a.ts → src/domain/b.ts → src/domain/a.ts. Move the shared code to a file that imports none of them.',
    ]);
  });

  test('a cycle can lead through types, an index, and lazy imports', async () => {
    const refusals = await check({
      'src/domain/a/index.ts': "import type { B } from '../b';",
      'src/domain/b.ts': "export * from '@/domain/c';",
      'src/domain/c.ts': "const a = () => import('./a');",
      'src/domain/d.ts': "import './a';",
    });
    expect(refusals).toEqual([
      expect.stringContaining(
        'src/domain/a/index.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a/index.ts',
      ),
    ]);
  });

  test('each cycle is reported once', async () => {
    const refusals = await check({
      'src/domain/a.ts': "import './b';\nimport './c';",
      'src/domain/b.ts': "import './a';",
      'src/domain/c.ts': "import './a';",
      'src/db/x.ts': "import './y';",
      'src/db/y.ts': "import './x';",
    });
    expect(refusals).toHaveLength(2);
  });

  test("two ways to the same file aren't a cycle", async () => {
    expect(
      await check({
        'src/domain/a.ts': "import './b';\nimport './c';",
        'src/domain/b.ts': "import './d';",
        'src/domain/c.ts': "import './d';",
        'src/domain/d.ts': 'export const d = 1;',
      }),
    ).toEqual([]);
  });
});

describe('relative imports are resolved', () => {
  test.each(misled)('%s: %s', async (file, source, message) => {
    const refusals = await check({ [file]: `\n${source}\n` });
    expect(refusals).toEqual([expect.stringContaining(message)]);
    expect(refusals[0]).toStartWith(`${file}:2 `);
  });
});

test('this project follows its own rules', async () => {
  expect(await checkBoundaries(join(import.meta.dir, '..'))).toEqual([]);
});
