/**
 * The server's optimizations, each with the edits that remove it. docs/decisions/2026-11-22-speed.md has
 * the results.
 */
import type { MeasureName } from './measures';
import type { Edit } from './without';

export type Piece = { measures: MeasureName[]; edits: Edit[] };

const FILE_ENGINE = 'src/db/engine/file-engine.ts';
const MAIN = 'src/server/main.ts';
const LAZY = 'src/server/config/lazy.ts';
const SLOTS_MEMORY = 'src/server/modules/slots/slots.memory.ts';

export const PIECES: Record<string, Piece> = {
  'libc-report': {
    measures: ['start', 'far start'],
    edits: [
      {
        file: 'node_modules/@neon-rs/load/dist/index.js',
        find: `process.report?.getReport()`,
        put: `globalThis['process']['report']?.getReport()`,
      },
    ],
  },

  'deferred-api': {
    measures: ['start', 'far start'],
    edits: [{ file: MAIN, find: `  app.listen({`, put: `  await app.load(); app.listen({` }],
  },

  'lazy-port': {
    measures: ['start', 'memory', 'far start'],
    edits: [
      {
        file: LAZY,
        find: `const loaded = lazy(load);`,
        put: `const loaded = lazy(load); (globalThis.PORTS ??= []).push(loaded);`,
      },
      {
        file: MAIN,
        find: `  app.listen({`,
        put: `  await Promise.all(globalThis.PORTS.map((load) => load())); app.listen({`,
      },
    ],
  },

  aot: {
    measures: ['start', 'call', 'book'],
    edits: [{ file: 'src/server/http/app.ts', find: `, aot: false`, put: `` }],
  },

  'hot-reads': {
    measures: ['read', 'mixed', 'fresh', 'far read', 'far fresh'],
    edits: [
      {
        file: 'src/server/http/app.ts',
        find: `(announcesBody(request) ? null : fromMemory(request)) ?? routed(request)`,
        put: `routed(request)`,
      },
    ],
  },

  'slots-memory': {
    measures: ['read', 'mixed', 'fresh', 'far read', 'far fresh'],
    edits: [
      {
        file: SLOTS_MEMORY,
        find: `kept !== null && kept.fromAt <= now && now < kept.untilAt ? kept : null`,
        put: `null as typeof kept`,
      },
    ],
  },

  'remembered-sessions': {
    measures: ['list', 'far list'],
    edits: [
      {
        file: 'src/server/modules/auth/remembered-sessions.ts',
        find: `return keptFor(db).get(tokenHash);`,
        put: `void db, tokenHash; return undefined;`,
      },
    ],
  },

  'file-version': {
    measures: ['read', 'mixed', 'fresh'],
    edits: [
      {
        file: 'src/db/engine/file-version.ts',
        find: `if (this.#answer !== null) return this.#answer;`,
        put: ``,
      },
    ],
  },

  'shared-answer': {
    measures: ['far read', 'far fresh'],
    edits: [
      {
        file: 'src/db/shared-answer.ts',
        find: `if (!running) return begin();`,
        put: `return ask();`,
      },
    ],
  },

  compiled: {
    measures: ['book', 'mixed', 'fresh', 'far book'],
    edits: [
      {
        file: 'src/db/engine/compile.ts',
        find: `  const { sql: text, params } = dialect.sqlToQuery(query);
  return (values) => ({ text, values: fillPlaceholders(params, values) });`,
        put: `  return (values) => {
    const { sql: text, params } = dialect.sqlToQuery(query);
    return { text, values: fillPlaceholders(params, values) };
  };`,
      },
    ],
  },

  'group-commit': {
    measures: ['book', 'mixed', 'fresh'],
    edits: [
      {
        file: FILE_ENGINE,
        find: `group.run(job)`,
        put: `queue.run(async () => {
          const [outcome] = file.commitTogether([job]);
          if (outcome && 'result' in outcome) return outcome.result;
          throw outcome?.error;
        })`,
      },
    ],
  },

  'wait-for-more': {
    measures: ['book', 'mixed', 'fresh'],
    edits: [
      {
        file: 'src/db/engine/group-commit.ts',
        find: `for (let known = 0; known < Math.min(this.#waiting.length, MOST_TOGETHER); ) {`,
        put: `for (let known = 0; false; ) {`,
      },
    ],
  },

  'file-connection': {
    measures: ['call', 'book', 'mixed', 'fresh'],
    edits: [
      {
        file: FILE_ENGINE,
        find: `ask: (query) => file.all(query),`,
        put: `ask: async (query) => (await client.execute(query.text, query.values)).rows,`,
      },
      {
        file: FILE_ENGINE,
        find: `read: async (queries) => file.read(queries),`,
        put: `read: async (queries) => (await client.batch(queries.map(({ text, values }) => ({ sql: text, args: values })), 'read')).map(({ rows }) => rows),`,
      },
      {
        file: FILE_ENGINE,
        find: `batch: (statements) => commit(() => file.runTogether(statements)),`,
        put: `batch: (queries) => queue.run(async () => (await client.batch(queries.map(({ text, values }) => ({ sql: text, args: values })), 'write')).map(({ rows }) => rows)).finally(version.forget),`,
      },
    ],
  },

  remembered: {
    measures: ['call', 'book', 'mixed', 'fresh'],
    edits: [
      {
        file: FILE_ENGINE,
        find: `if (kept?.version !== now) kept =`,
        put: `kept =`,
      },
    ],
  },
};
