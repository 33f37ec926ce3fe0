/**
 * What may import what: the one table that `scripts/boundaries.ts` holds the code to.
 *
 * A folder names itself and everything in it; `*` stands for any one name, `*.ts` for the files of a
 * folder alone. Addresses are written as they stand in the project, without an ending:
 * `src/server/config/env`.
 */

/** One layer of the code, and the imports that it may make. */
export type Layer = {
  folder: string;
  /** The row judges only imports of this folder; left out, every import within the project. */
  of?: string;
  /** What the layer may import besides its own files. */
  mayImport: readonly string[];
  /** The only names that it may take from a file, each with `import type`. */
  types?: { from: string; names: readonly string[] };
  /** The only packages that it may import; left out, PACKAGES alone decides. */
  packages?: readonly string[];
  /** Where the refused code belongs. */
  message: string;
};

/** The part of the configuration that every layer of the server may know. */
const CALL = [
  'src/server/config/call',
  'src/server/config/deps',
  'src/server/config/lazy',
  'src/server/config/live',
  'src/server/config/log',
  'src/server/config/secret',
  'src/server/config/wake',
];

const SANDBOX_APART =
  'The sandbox stands for another company: it knows nothing of the app. Code for both belongs in a port.';
const FEATURES_APART =
  'Features do not reach into each other. Compose them in src/client/routes; what two need belongs in src/client/appointment, src/client/identity, src/client/components or src/client/lib.';
const SHARED_PIECES =
  'Shared pieces know no feature. What belongs to one goes in src/client/features.';

/** The first row that fits the importing file and the imported one decides. */
export const LAYERS: readonly Layer[] = [
  {
    folder: 'src/domain',
    mayImport: [],
    packages: ['zod', 'libphonenumber-js'],
    message:
      'The domain is pure and knows only zod, libphonenumber and itself. What needs a database, a clock or a network belongs in src/server/modules or behind a port in src/server/ports.',
  },
  {
    folder: 'src/db',
    mayImport: ['src/domain'],
    message:
      'The database layer knows only the domain. A verb that needs more belongs in src/server/modules.',
  },

  // The server, from the outside services up to the start.
  {
    folder: 'src/server/ports',
    mayImport: ['src/domain', 'src/server/config/secret'],
    message:
      'A port speaks our terms and knows only the domain. What joins it to appointments or the database belongs in src/server/modules.',
  },
  {
    folder: 'src/server/modules',
    mayImport: ['src/domain', 'src/db', 'src/server/ports', ...CALL],
    message:
      'A module knows the domain, the database and the ports. What speaks HTTP or tRPC belongs in src/server/trpc or src/server/rest.',
  },
  {
    folder: 'src/server/trpc',
    mayImport: ['src/domain', 'src/server/modules', ...CALL],
    message:
      'A procedure is role, schema and one call of a module. Reads and writes belong in src/server/modules.',
  },
  {
    folder: 'src/server/rest/raw',
    mayImport: ['src/domain', 'src/server/modules', 'src/server/trpc', 'src/server/rest', ...CALL],
    message: 'A raw path calls a module. Reads and writes belong in src/server/modules.',
  },
  {
    folder: 'src/server/rest',
    mayImport: ['src/domain', 'src/server/trpc', ...CALL],
    message:
      'A REST path calls a tRPC procedure. What has no procedure (webhook, photos, feeds) belongs in src/server/rest/raw.ts.',
  },
  {
    folder: 'src/server/jobs',
    mayImport: ['src/domain', 'src/server/ports', 'src/server/modules', ...CALL],
    message: 'A job calls a module on a schedule. Its work belongs in src/server/modules.',
  },
  {
    folder: 'src/server/http',
    mayImport: [
      'src/domain',
      'src/server/ports',
      'src/server/modules',
      'src/server/trpc',
      'src/server/rest',
      'src/server/config/lazy',
      ...CALL,
    ],
    message:
      'HTTP hands a request to tRPC, to REST or to a module. Reads and writes belong in src/server/modules; work on a schedule belongs in src/server/jobs.',
  },
  {
    folder: 'src/server/demo',
    mayImport: ['src/domain', 'src/server/modules', ...CALL],
    message: 'The demo is made by the use cases of src/server/modules, as real people would.',
  },
  {
    folder: 'src/server/compose',
    mayImport: [
      'src/domain',
      'src/db',
      'src/server/ports',
      'src/server/config',
      'src/server/modules/auth/tokens',
      'src/server/modules/live',
      'src/stripe-sandbox/server',
    ],
    message: 'compose.ts builds the dependencies; what uses them belongs above it.',
  },
  {
    folder: 'src/server/config',
    mayImport: ['src/domain', 'src/db', 'src/server/ports'],
    message:
      'Configuration knows the types of what it holds. What builds them belongs in src/server/compose.ts.',
  },
  {
    folder: 'src/server/*.ts',
    mayImport: ['src/domain', 'src/db', 'src/server'],
    message: 'The start joins the parts of the server, and starts no other product.',
  },

  { folder: 'src/stripe-sandbox/server', mayImport: [], message: SANDBOX_APART },
  { folder: 'src/stripe-sandbox/browser', mayImport: [], message: SANDBOX_APART },
  { folder: 'src/stripe-sandbox', mayImport: [], message: SANDBOX_APART },

  // The browser: first its walls inside src/client, then the wall around it.
  {
    folder: 'src/client/features/driver',
    of: 'src/client',
    mayImport: [
      'src/client/appointment',
      'src/client/identity',
      'src/client/components',
      'src/client/lib',
      'src/client/styles',
    ],
    message: FEATURES_APART,
  },
  {
    folder: 'src/client/features/*/*',
    of: 'src/client',
    mayImport: [
      'src/client/appointment',
      'src/client/identity',
      'src/client/components',
      'src/client/lib',
      'src/client/styles',
    ],
    message: FEATURES_APART,
  },
  {
    folder: 'src/client/appointment',
    of: 'src/client',
    mayImport: ['src/client/components', 'src/client/lib'],
    message: SHARED_PIECES,
  },
  {
    folder: 'src/client/identity',
    of: 'src/client',
    mayImport: ['src/client/components', 'src/client/lib'],
    message: SHARED_PIECES,
  },
  {
    folder: 'src/client/components',
    of: 'src/client',
    mayImport: ['src/client/lib', 'src/client/styles'],
    message: SHARED_PIECES,
  },
  { folder: 'src/client/lib', of: 'src/client', mayImport: [], message: SHARED_PIECES },
  {
    folder: 'src/client/routes',
    of: 'src/client',
    mayImport: [
      'src/client/features',
      'src/client/appointment',
      'src/client/identity',
      'src/client/components',
      'src/client/lib',
    ],
    message: 'A route composes features; the start of the page stands above it.',
  },
  {
    folder: 'src/client/features/customer/payment/stripe-for',
    of: 'src/stripe-sandbox',
    mayImport: ['src/stripe-sandbox/browser'],
    message: SANDBOX_APART,
  },
  {
    folder: 'src/client',
    of: 'src/server/trpc',
    mayImport: [],
    types: { from: 'src/server/trpc', names: ['AppRouter'] },
    message: 'The browser takes only `import type { AppRouter }` from the server.',
  },
  {
    folder: 'src/client',
    mayImport: ['src/domain'],
    message:
      'The browser knows the domain and the type AppRouter. A rule for both sides belongs in src/domain; the rest comes through tRPC.',
  },
];

/** Packages that only some folders may import, or that one folder may not. */
export type PackageRule = {
  /** A name also stands for its own paths; `node:*` stands for every module of Node. */
  packages: readonly string[];
  message: string;
} & ({ onlyIn: readonly string[] } | { notIn: string });

/** The first row that refuses an import gives its message. */
export const PACKAGES: readonly PackageRule[] = [
  {
    packages: [
      'node:*',
      'bun',
      'bun:*',
      'elysia',
      'stripe',
      'nodemailer',
      'drizzle-orm',
      '@libsql/client',
      'libsql',
      'oslo',
      'otpauth',
      '@simplewebauthn/server',
    ],
    notIn: 'src/client',
    message:
      'This package runs on the server: its work belongs in src/server, called through tRPC.',
  },
  {
    packages: ['drizzle-orm', '@libsql/client', 'libsql'],
    onlyIn: ['src/db', 'src/server/modules/*/*.repository'],
    message:
      "SQL belongs in src/db or in a module's *.repository.ts: ask a repository function for it.",
  },
  {
    packages: ['oslo', 'otpauth', '@simplewebauthn/server'],
    onlyIn: ['src/server/modules/auth'],
    message: 'Passwords, tokens and factors belong in src/server/modules/auth: call it instead.',
  },
  {
    packages: ['libphonenumber-js'],
    onlyIn: ['src/domain/phone-number'],
    message: 'Phone numbers of all countries are read by src/domain/phone-number: use that.',
  },
  {
    packages: ['stripe'],
    onlyIn: ['src/server/ports/payments', 'src/stripe-sandbox'],
    message: 'Only src/server/ports/payments speaks to Stripe: ask the payments port instead.',
  },
  {
    packages: ['nodemailer'],
    onlyIn: ['src/server/ports/mail'],
    message: 'Only src/server/ports/mail speaks to a mail server: queue a message instead.',
  },
  {
    packages: ['libheif-js'],
    onlyIn: ['src/server/ports/pictures'],
    message: 'Only src/server/ports/pictures decodes pictures: ask the pictures port instead.',
  },
  {
    packages: ['elysia'],
    onlyIn: ['src/server/http'],
    message: 'Routing belongs in src/server/http.',
  },
  {
    packages: ['@trpc/server'],
    onlyIn: ['src/server/trpc', 'src/server/rest', 'src/server/http', 'src/client/lib'],
    message:
      'A use case knows no transport: throw a DomainError, and src/server/trpc translates it.',
  },
  {
    packages: ['@stripe/stripe-js', '@stripe/react-stripe-js'],
    onlyIn: ['src/client/features/customer/payment', 'src/stripe-sandbox/browser'],
    message: 'Card fields belong in src/client/features/customer/payment.',
  },
  {
    packages: ['@simplewebauthn/browser'],
    onlyIn: ['src/client/identity'],
    message: 'Second factors belong in src/client/identity.',
  },
  {
    packages: ['uqr'],
    onlyIn: ['src/client/components/qr-code'],
    message: 'QR codes are drawn by src/client/components/qr-code: use QrCode.',
  },
  {
    packages: ['leaflet', 'idb'],
    onlyIn: ['src/client/features/driver', 'src/client/components/leaflet-map'],
    message:
      "Maps are drawn by src/client/components/leaflet-map.tsx; what is kept without signal belongs to the driver's side.",
  },
  {
    packages: ['react', 'react-dom', 'react-hook-form', '@hookform/resolvers', 'lucide-react'],
    onlyIn: ['src/client'],
    message: 'Screens belong in src/client.',
  },
];

/**
 * The modules of the server, top to bottom. A module imports only modules of lower lines; those of
 * one line do not know each other.
 */
export const MODULES: readonly (readonly string[])[] = [
  ['recurring'],
  ['bulk-changes', 'deliveries', 'customers', 'own-data', 'reports', 'feeds', 'search'],
  ['payments'],
  ['appointments'],
  ['wake'],
  ['drivers', 'api-keys', 'limits', 'outbox', 'boats'],
  ['auth', 'business-settings', 'pricing', 'slots', 'support', 'weather', 'live', 'review'],
  ['loyalty', 'device-actions', 'messages', 'audit', 'ledger'],
  ['health', 'leases', 'metrics', 'photos'],
];

/** The only files that read environment variables; Vite's `import.meta.env` is the page's own. */
export const ENVIRONMENT = {
  /** The table of variables, and the sandbox's own program, which knows nothing of that table. */
  readers: ['src/server/config/env', 'src/stripe-sandbox/server/main'],
  message:
    'Only src/server/config/env.ts reads the environment (process.env, Bun.env): add the variable to the table in env-variables.ts.',
};
