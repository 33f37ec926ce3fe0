/**
 * Makes every call that takes a date or a time with three kinds of bad input: invalid dates, dates
 * from distant centuries, and dates as people type them. No answer may be an error of ours, take
 * long, or use much memory. The test finds the calls in the schemas.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { isCalendarDate } from '@/domain/dates';
import { type AppProcess, startAppProcess } from '../support/app-process';
import { DATE_OPERATIONS, DATE_PROCEDURES, type DateCall } from '../support/date-calls';
import { contains, type Field, OPERATION_FIELDS, PROCEDURES } from '../support/fields';

setDefaultTimeout(120_000);

let product: Awaited<ReturnType<typeof startAppProcess>>;
beforeAll(async () => {
  product = await startAppProcess();
});
afterAll(() => product.stop());

const FAR = [
  ...['0000-01-01', '0001-01-01', '0099-12-31', '1582-10-10', '1969-12-31', '1999-12-31'],
  ...['2000-01-01', '2000-02-29', '2026-06-13', '2028-02-29', '2100-12-31', '2101-01-01'],
  ...['2999-12-31', '9999-12-31', '+010000-01-01', '+275760-09-13', '-000001-12-31'],
];
const MALFORMED = [
  ...['2026-13-01', '2026-02-30', '2100-02-29', '2026-00-10', '2026-06-00', '20260613'],
  ...['2026-6-1', '2026-06-13T00:00', '2026-06-13T00:00:00Z', '2026-06', '2026', ' 2026-06-13'],
  ...['2026-06-13\n', '２０２６-06-13', '2026–06–13', '2026-W24', 'null', 'NaN', '0', '-1'],
];
const TYPED = [
  ...['11/01/2026', '1/11/26', '11-01-2026', '01.11.2026', '6/13/2026 10:00 AM', '06/13'],
  ...['June 13, 2026', '13 June 2026', 'next Friday', 'tomorrow', '10:00 AM', '2026/06/13'],
];
const TEXTS = [...FAR, ...MALFORMED, ...TYPED, '', '9'.repeat(100)];
const OTHERS = [
  ...[0, -1, 1.5, 1_781_352_000_000, 8.64e15, -8.64e15, 8.64e15 + 1, 2 ** 53, 1e308],
  ...[null, true, [], ['2026-06-13'], { year: 2026 }],
];

const isDate = ({ schema }: Field) =>
  contains(schema, (def) => def.type === 'string' && 'format' in def && def.format === 'date');
/** The names of fields in which a moment may be any text or number. */
const MOMENT = /(^|[a-z])(date|day|month|year|at|since|until|when|time)$/i;
const isOpen = ({ schema }: Field) =>
  contains(schema, ({ type }) => type === 'number' || type === 'string') &&
  !contains(schema, ({ type }) => type === 'enum');
const takesMoment = (field: Field) =>
  isDate(field) || (MOMENT.test(String(field.path.at(-1))) && isOpen(field));

/** Returns the input with a different value at a path. */
function withValue(input: unknown, [step, ...rest]: Field['path'], value: unknown): unknown {
  if (step === undefined) return value;
  const inside = (input as Record<string, unknown> | undefined)?.[step];
  const changed = withValue(inside, rest, value);
  if (typeof step === 'number') return [changed];
  return { ...(input as object), [step]: changed };
}

/** A change to a valid input. If only one field was changed, `field` names it. */
type Change = { what: string; value?: unknown; field?: Field; apply(input: unknown): unknown };

/**
 * Returns the changes to try: one date replaced, all dates replaced with the same one, and a range
 * with distant ends.
 */
function changesOf(fields: readonly Field[], values: readonly unknown[]): Change[] {
  const apply = (of: (index: number) => unknown) => (input: unknown) =>
    fields.reduce((made, { path }, index) => withValue(made, path, of(index)), input);
  const alone = fields.flatMap((field) =>
    values.map((value) => ({
      ...{ what: `${field.path.join('.')} ${JSON.stringify(value)}`, value, field },
      apply: (input: unknown) => withValue(input, field.path, value),
    })),
  );
  if (fields.length === 1) return alone;
  const same = values.map((value) => ({
    ...{ what: `all ${JSON.stringify(value)}`, apply: apply(() => value) },
  }));
  const ends = [
    ['2000-01-01', '2100-12-31'],
    ['2100-12-31', '2000-01-01'],
    ['0001-01-01', '9999-12-31'],
    ['2026-06-13', '9999-12-31'],
    ['11/01/2026', '2026-11-30'],
  ].map((pair) => ({ what: pair.join(' to '), apply: apply((index) => pair[index % 2]) }));
  return [...alone, ...same, ...ends];
}

type Sent = { path: string; init: RequestInit };

/**
 * A call of two seconds takes too long. One of fifteen never ends, and fills the memory until it's
 * stopped.
 */
const NEVER_MS = 15_000;

async function send({ path, init }: Sent, by: keyof AppProcess['cookies']) {
  const headers = { ...init.headers, cookie: product.cookies[by] };
  const signal = AbortSignal.timeout(NEVER_MS);
  try {
    const answer = await fetch(new URL(path, product.url), { ...init, headers, signal });
    const text = await answer.text();
    return { status: answer.status, text, cpuMs: Number(answer.headers.get('x-cpu-ms')) };
  } catch (error) {
    await product.stop();
    throw new Error(`no answer: ${path} ${init.body ?? ''}`, { cause: error });
  }
}

const overTrpc = (name: string, type: string, input: unknown, meta?: object): Sent => {
  const body = JSON.stringify({ json: input, ...(meta && { meta }) });
  return type === 'query'
    ? { path: `/api/trpc/${name}?input=${encodeURIComponent(body)}`, init: {} }
    : {
        path: `/api/trpc/${name}`,
        init: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
      };
};

function overRest(
  { method, path, query }: (typeof OPERATION_FIELDS)[number],
  input: Record<string, unknown>,
): Sent {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name])) || '-';
  });
  if (method === 'GET') {
    const names = new Set(query.map((field) => String(field.path[0])));
    const asked = Object.entries(rest).filter(([name]) => names.has(name));
    const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
    return { path: `${filled}?${search}`, init: {} };
  }
  const headers = { 'content-type': 'application/json' };
  return { path: filled, init: { method, headers, body: JSON.stringify(rest) } };
}

const SAYS_WHY =
  /"message":"(Please )?((enter|send) a date|select a (valid )?date|select both date and time|name a month)/i;

/** Returns what's wrong with a response, or null. */
function faultOf(
  { status, text, cpuMs }: Awaited<ReturnType<typeof send>>,
  { value, field }: Change,
): string | null {
  if (status >= 500 || status < 200) return `${status} ${text.slice(0, 200)}`;
  if (cpuMs > 2_000) return `it took ${cpuMs} ms`;
  if (!field || !isDate(field) || typeof value !== 'string' || value === '') return null;
  if (isCalendarDate(value)) return null;
  if (status !== 400) return `${status} for a date that is none`;
  return SAYS_WHY.test(text) ? null : `it does not name the date: ${text.slice(0, 200)}`;
}

async function faultsOf(
  { by, input }: DateCall,
  changes: readonly Change[],
  request: (input: unknown) => Sent,
): Promise<string[]> {
  const faults: string[] = [];
  const right = await send(request(input(product.ids)), by);
  if (right.status === 400 || right.status === 401 || right.status === 403) {
    faults.push(`the right input: ${right.status} ${right.text.slice(0, 200)}`);
  }
  for (const change of changes) {
    // The input is created again for each call, because its keys can only be used once.
    const answer = await send(request(change.apply(input(product.ids))), by);
    const fault = faultOf(answer, change);
    if (fault) faults.push(`${change.what}: ${fault}`);
  }
  return faults;
}

const memory = async (): Promise<number> => (await fetch(new URL('/memory', product.url))).json();

const procedures = PROCEDURES.map((one) => ({ ...one, fields: one.fields.filter(takesMoment) }));
const operations = OPERATION_FIELDS.map((one) => {
  const [params, query, body] = [one.params, one.query, one.body].map((fields) =>
    fields.filter(takesMoment),
  );
  // Paths and queries can only contain text.
  return { ...one, texts: [...(params ?? []), ...(query ?? [])], fields: body ?? [] };
});

test('the tables name every call that takes a date or a time, and no other', () => {
  const found = [
    procedures.filter(({ fields }) => fields.length > 0),
    operations.filter(({ texts, fields }) => texts.length + fields.length > 0),
  ].map((calls) => calls.map(({ name }) => name).sort());
  expect(found).toEqual([DATE_PROCEDURES, DATE_OPERATIONS].map((one) => Object.keys(one).sort()));
});

describe('no invalid date from a caller causes a failure, takes long, or uses much memory', () => {
  for (const { name, type, fields } of procedures) {
    const call = DATE_PROCEDURES[name];
    if (!call) continue;
    test(name, async () => {
      const changes = changesOf(fields, [...TEXTS, ...OTHERS]);
      const before = await memory();
      const faults = await faultsOf(call, changes, (input) => overTrpc(name, type, input));
      expect(faults).toEqual([]);
      expect((await memory()) - before).toBeLessThan(100_000_000);
    });
  }

  for (const operation of operations) {
    const call = DATE_OPERATIONS[operation.name];
    if (!call) continue;
    test(operation.name, async () => {
      const { texts, fields } = operation;
      const changes = [
        ...(texts.length > 0 ? changesOf(texts, TEXTS) : []),
        ...(fields.length > 0 ? changesOf(fields, [...TEXTS, ...OTHERS]) : []),
      ];
      const request = (input: unknown) => overRest(operation, input as Record<string, unknown>);
      const before = await memory();
      expect(await faultsOf(call, changes, request)).toEqual([]);
      expect((await memory()) - before).toBeLessThan(100_000_000);
    });
  }
});

test("a JavaScript date, which superjson can carry, isn't a calendar date", async () => {
  for (const [json, note] of [
    ['2026-06-13T00:00:00.000Z', 'Date'],
    ['soon', 'Date'],
    ['NaN', 'number'],
    ['-Infinity', 'number'],
    ['20260613', 'bigint'],
  ]) {
    for (const { name, type, fields } of procedures) {
      const call = DATE_PROCEDURES[name];
      for (const field of call ? fields : []) {
        const input = withValue(call?.input(product.ids), field.path, json);
        const meta = { values: { [field.path.join('.')]: [note] } };
        const { status } = await send(overTrpc(name, type, input, meta), call?.by ?? 'visitor');
        const isRefused = status >= 400 && status < 500;
        // A device may send its own clock's time as a number.
        expect([name, field.path, note, isRefused || !isDate(field)]).toEqual([
          ...[name, field.path, note, true],
        ]);
        expect(status).toBeLessThan(500);
      }
    }
  }
});
