/**
 * Defines the allowed imports. `scripts/boundaries.ts` checks the code against this table. A folder
 * includes everything in it. `*` matches any one name, and `*.ts` matches only the folder's own
 * files. Addresses start at the project's root and have no file extension: `src/server/config/env`.
 */

/** One layer of the code and its allowed imports. */
export type Layer = {
  folder: string;
  /** Limits the row to imports from this folder. Without it, the row covers all imports within the project. */
  of?: string;
  /** The allowed imports in addition to the layer's own files. */
  mayImport: readonly string[];
  /** The only names it may import from a file, each with `import type`. */
  types?: { from: string; names: readonly string[] };
  /** The only packages it may import. Without it, only PACKAGES decides. */
  packages?: readonly string[];
  /** Advises the developer on the right place for the refused code. */
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
  'The sandbox acts as another company, so it must not use the app. Code for both belongs in a port.';
const FEATURES_APART =
  'Features must not import each other. Combine them in src/client/routes. Code that two of them need belongs in src/client/appointment, src/client/identity, src/client/components, or src/client/lib.';
const DRIVER_ROOMS =
  'In the driver feature, the order is day, outbox, reports, stop. A folder may import only the folders before it, and never the screen.';
const COMPONENT_ROOMS =
  'In the components, form is built on feedback, and dialog on form. photo and plot may only import feedback. Code that all of them need belongs in src/client/components itself.';
const SHARED_PIECES =
  'Shared code must not import features. Code for one feature belongs in src/client/features.';

/** The first row that matches both the importing and the imported file decides. */
export const LAYERS: readonly Layer[] = [
  {
    folder: 'src/domain',
    mayImport: [],
    packages: ['zod', 'libphonenumber-js', 'csv-parse'],
    message:
      'The domain is pure and may only import zod, libphonenumber, csv-parse, and itself. Code that needs a database, a clock, or a network belongs in src/server/modules or behind a port in src/server/ports.',
  },
  {
    folder: 'src/db',
    mayImport: ['src/domain'],
    message:
      'The database layer may only import the domain. A use case that needs more belongs in src/server/modules.',
  },

  // The server, from outside services up to the startup code.
  {
    folder: 'src/server/ports',
    mayImport: ['src/domain', 'src/server/config/secret'],
    message:
      'A port uses our terms and may only import the domain. Code that connects it to appointments or the database belongs in src/server/modules.',
  },
  {
    folder: 'src/server/modules',
    mayImport: ['src/domain', 'src/db', 'src/server/ports', ...CALL],
    message:
      'A module may only import the domain, the database, and the ports. HTTP and tRPC code belongs in src/server/trpc or src/server/rest.',
  },
  {
    folder: 'src/server/trpc',
    mayImport: ['src/domain', 'src/server/modules', ...CALL],
    message:
      'A procedure is a role, a schema, and one call to a module. Reads and writes belong in src/server/modules.',
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
      'A REST path calls a tRPC procedure. Paths without one (webhook, photos, feeds) belong in src/server/rest/raw.ts.',
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
      'HTTP passes a request to tRPC, REST, or a module. Reads and writes belong in src/server/modules. Scheduled work belongs in src/server/jobs.',
  },
  {
    folder: 'src/server/demo',
    mayImport: ['src/domain', 'src/server/modules', ...CALL],
    message: 'The demo only calls use cases in src/server/modules, as real people would.',
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
      'packages/stripe-sandbox/server',
    ],
    message: 'compose.ts builds the dependencies. Code that uses them belongs in a layer above.',
  },
  {
    folder: 'src/server/config',
    mayImport: ['src/domain', 'src/db', 'src/server/ports'],
    message:
      'Configuration only knows types of dependencies. Code that builds them belongs in src/server/compose.ts.',
  },
  {
    folder: 'src/server/*.ts',
    mayImport: ['src/domain', 'src/db', 'src/server'],
    message:
      'Startup code connects the parts of the server. It must not import the client or the sandbox.',
  },

  { folder: 'packages/stripe-sandbox/server', mayImport: [], message: SANDBOX_APART },
  { folder: 'packages/stripe-sandbox/browser', mayImport: [], message: SANDBOX_APART },
  { folder: 'packages/stripe-sandbox', mayImport: [], message: SANDBOX_APART },

  // The browser: first the rules inside src/client, then the rules around it.
  {
    folder: 'src/client/features/driver/day',
    of: 'src/client/features/driver',
    mayImport: [],
    message: DRIVER_ROOMS,
  },
  {
    folder: 'src/client/features/driver/outbox',
    of: 'src/client/features/driver',
    mayImport: ['src/client/features/driver/day'],
    message: DRIVER_ROOMS,
  },
  {
    folder: 'src/client/features/driver/reports',
    of: 'src/client/features/driver',
    mayImport: ['src/client/features/driver/day', 'src/client/features/driver/outbox'],
    message: DRIVER_ROOMS,
  },
  {
    folder: 'src/client/features/driver/stop',
    of: 'src/client/features/driver',
    mayImport: [
      'src/client/features/driver/day',
      'src/client/features/driver/outbox',
      'src/client/features/driver/reports',
    ],
    message: DRIVER_ROOMS,
  },
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
    folder: 'src/client/components/feedback',
    of: 'src/client/components',
    mayImport: ['src/client/components/*.ts'],
    message: COMPONENT_ROOMS,
  },
  {
    folder: 'src/client/components/form',
    of: 'src/client/components',
    mayImport: ['src/client/components/*.ts', 'src/client/components/feedback'],
    message: COMPONENT_ROOMS,
  },
  {
    folder: 'src/client/components/dialog',
    of: 'src/client/components',
    mayImport: [
      'src/client/components/*.ts',
      'src/client/components/feedback',
      'src/client/components/form',
    ],
    message: COMPONENT_ROOMS,
  },
  {
    folder: 'src/client/components/photo',
    of: 'src/client/components',
    mayImport: ['src/client/components/*.ts', 'src/client/components/feedback'],
    message: COMPONENT_ROOMS,
  },
  {
    folder: 'src/client/components/plot',
    of: 'src/client/components',
    mayImport: ['src/client/components/*.ts', 'src/client/components/feedback'],
    message: COMPONENT_ROOMS,
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
    message: 'A route combines features. It must not import the code that starts the page.',
  },
  {
    folder: 'src/client/features/customer/payment/stripe-for',
    of: 'packages/stripe-sandbox',
    mayImport: ['packages/stripe-sandbox/browser'],
    message: SANDBOX_APART,
  },
  {
    folder: 'src/client',
    of: 'src/server/trpc',
    mayImport: [],
    types: { from: 'src/server/trpc', names: ['AppRouter'] },
    message: 'The browser may only use `import type { AppRouter }` from the server.',
  },
  {
    folder: 'src/client',
    mayImport: ['src/domain'],
    message:
      'The browser may only import the domain and the type AppRouter. A rule for both sides belongs in src/domain. Everything else comes through tRPC.',
  },
];

/** Packages that only some folders may import, or that one folder must not import. */
export type PackageRule = {
  /** A name also covers its subpaths, and `node:*` covers all Node modules. */
  packages: readonly string[];
  message: string;
} & ({ onlyIn: readonly string[] } | { notIn: string });

/** The first row that refuses an import provides the message. */
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
    message: 'This package runs on the server. Use it in src/server, and call that through tRPC.',
  },
  {
    packages: ['drizzle-orm', '@libsql/client', 'libsql'],
    onlyIn: ['src/db', 'src/server/modules/*/*.repository', 'src/server/modules/*/*/*.repository'],
    message:
      "SQL belongs in src/db or in a module's *.repository.ts. Call a repository function instead.",
  },
  {
    packages: ['oslo', 'otpauth', '@simplewebauthn/server'],
    onlyIn: ['src/server/modules/auth'],
    message:
      'Passwords, tokens, and two-step verification belong in src/server/modules/auth. Call that instead.',
  },
  {
    packages: ['libphonenumber-js'],
    onlyIn: ['src/domain/phone-number'],
    message: 'Only src/domain/phone-number parses phone numbers. Call that instead.',
  },
  {
    packages: ['stripe'],
    onlyIn: ['src/server/ports/payments', 'packages/stripe-sandbox'],
    message: 'Only src/server/ports/payments talks to Stripe. Call the payments port instead.',
  },
  {
    packages: ['nodemailer'],
    onlyIn: ['src/server/ports/mail'],
    message: 'Only src/server/ports/mail talks to an email server, so queue a message instead.',
  },
  {
    packages: ['pdf-lib'],
    onlyIn: ['src/server/modules/appointments/receipt-pdf'],
    message: 'Only src/server/modules/appointments/receipt-pdf draws PDFs. Call that instead.',
  },
  {
    packages: ['libheif-js'],
    onlyIn: ['src/server/ports/pictures'],
    message: 'Only src/server/ports/pictures decodes pictures. Call the pictures port instead.',
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
      "A use case doesn't know about HTTP. Throw a DomainError, and src/server/trpc translates it.",
  },
  {
    packages: ['@stripe/stripe-js', '@stripe/react-stripe-js'],
    onlyIn: ['src/client/features/customer/payment', 'packages/stripe-sandbox/browser'],
    message: 'Card fields belong in src/client/features/customer/payment.',
  },
  {
    packages: ['@simplewebauthn/browser'],
    onlyIn: ['src/client/identity'],
    message: 'Two-step verification belongs in src/client/identity.',
  },
  {
    packages: ['uqr'],
    onlyIn: ['src/client/components/qr-code'],
    message: 'Only src/client/components/qr-code draws QR codes. Use QrCode.',
  },
  {
    packages: ['leaflet', 'idb'],
    onlyIn: [
      'src/client/features/driver',
      'src/client/components/leaflet-map',
      'src/client/delivery-page/tiles-map',
    ],
    message:
      "Only src/client/components/leaflet-map.tsx draws maps. Storage for offline use belongs in the driver's feature.",
  },
  {
    packages: ['react-hook-form', '@hookform/resolvers', 'lucide'],
    onlyIn: ['src/client'],
    message: 'Screens belong in src/client.',
  },
  {
    packages: ['react', 'react-dom'],
    onlyIn: ['src/client', 'src/server/modules/messages/email-html'],
    message: 'Screens belong in src/client.',
  },
  {
    packages: ['@react-email/*'],
    onlyIn: ['src/server/modules/messages/email-html'],
    message: 'Only src/server/modules/messages/email-html draws emails. Call that instead.',
  },
];

/**
 * The server's modules, from top to bottom. A module may only import modules on lower lines. Modules on
 * the same line must not import each other.
 */
export const MODULES: readonly (readonly string[])[] = [
  ['recurring', 'house-accounts', 'evening', 'waiting-list'],
  ['bulk-changes', 'deliveries', 'customers', 'own-data', 'reports', 'feeds', 'search'],
  ['closing', 'conversation'],
  ['payments'],
  ['appointments'],
  ['wake'],
  [
    'drivers',
    'people',
    'api-keys',
    'limits',
    'outbox',
    'boats',
    'legal',
    'taxes',
    'own-words',
    'trucks',
  ],
  ['push'],
  ['auth', 'places', 'pricing', 'slots', 'support', 'weather', 'live', 'review'],
  ['business-settings'],
  ['loyalty', 'device-actions', 'messages', 'audit', 'ledger'],
  ['health', 'leases', 'metrics', 'photos'],
];

/** The only files that read environment variables. Vite replaces `import.meta.env` in pages, so they may use it. */
export const ENVIRONMENT = {
  /** The app's settings, and the sandbox's program, which must not import them. */
  readers: ['src/server/config/env', 'packages/stripe-sandbox/server/main'],
  message:
    'Only src/server/config/env.ts reads the environment (process.env, Bun.env). Add the variable to the table in env-variables.ts.',
};
