/**
 * Inputs for every call, generated from its schema and then broken with data from attacks and
 * accidents.
 */
import fc from 'fast-check';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** Values that often break a program, for any field. */
export const NASTY: unknown[] = [
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1 UNION SELECT password FROM users--',
  '%27%20OR%201=1',
  '\\',
  '%_%',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/dev/null',
  'file:///etc/passwd',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202Etxt.exe',
  '\uFEFF\u200B\u00A0',
  '𝒯𝒽ℯ 🛥️ مرحبا 你好',
  'é'.repeat(2000),
  'x'.repeat(100_000),
  'a\r\nSet-Cookie: stolen=1',
  'to@x.example\nBcc: everybody@x.example',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '9'.repeat(400),
  '1e309',
  '-1',
  '0x10',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '$(reboot)',
  '`reboot`',
  '| reboot',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,AAAA',
  '',
  ' ',
  0,
  -0,
  -1,
  1,
  0.1 + 0.2,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  ['x', 'y'],
  { $ne: null },
  { $gt: '' },
  { toString: 'x' },
  { length: 1e9 },
  JSON.parse('{"then":"x"}'),
  { toJSON: 'x' },
  { sql: 'select 1', params: [] },
  JSON.parse('{"__proto__":{"polluted":"yes"}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":"yes"}}}'),
];

/** Bodies that don't contain a JSON object. */
export const RAW_BODIES: string[] = [
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[{}]',
  '{"a":}',
  '{"json":',
  '\uFEFF{}',
  '\u0000',
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"json":{"__proto__":{"polluted":"yes"}}}',
  '{"json":{},"meta":{"values":{"__proto__.polluted":["Date"]}}}',
  '{"json":{"a":1},"meta":{"values":{"a":["regexp"]}}}',
  '{"json":{"a":1},"meta":{"values":{"a":["Date"],"b.c":["undefined"]},"referentialEqualities":{"a":["__proto__"]}}}',
  '{"json":{"a":"x"},"meta":{"values":{"a":[["custom","x"]]}}}',
  '{"json":{"a":"x"},"meta":{"values":["map"]}}',
  '{"json":[],"meta":{"values":["bigint"]}}',
  '{"json":"x","meta":{"values":["URL"]}}',
  '{"json":null,"meta":7}',
  '{"0":{"json":{}},"1":{"json":{}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  `"${'x'.repeat(200_000)}"`,
];

const nasty = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Generates values that a JSON schema roughly allows, which is enough to pass the first check. */
function allowedBy(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Json[]).map(allowedBy));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const { minimum = 0, maximum = 100 } = schema as { minimum?: number; maximum?: number };
  switch (type) {
    case 'object':
      return fieldsOf(schema);
    case 'array':
      return fc.array(allowedBy((schema.items ?? {}) as Json), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) });
    case 'number':
      return fc.integer({ min: 0, max: 50 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.string({ minLength: Number(schema.minLength ?? 0), maxLength: 30 });
    default:
      return fc.constant({});
  }
}

function fieldsOf(schema: Json): fc.Arbitrary<Json> {
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, allowedBy(value)])),
    { requiredKeys: (schema.required as string[] | undefined) ?? [] },
  );
}

/**
 * Generates inputs for a call with that schema. Most have one or two wrong fields, and some are
 * completely wrong. `known` has values that exist (IDs, dates, time window labels).
 */
export function inputsOf(schema: z.core.$ZodType | undefined, known: Json): fc.Arbitrary<unknown> {
  const json = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
    : { type: 'object' };
  const names = Object.keys((json.properties ?? {}) as Json);
  const some = names.length > 0 ? fc.constantFrom(...names) : fc.constant('extra');
  const good = allowedBy(json).map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, ...pick(known, names) }
      : value,
  );
  const spoiled = fc
    .tuple(good, fc.array(fc.tuple(some, nasty), { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => ({ ...(value as Json), ...Object.fromEntries(changes) }));
  return fc.oneof(
    { weight: 2, arbitrary: good },
    { weight: 6, arbitrary: spoiled },
    { weight: 1, arbitrary: nasty },
  );
}

const pick = (from: Json, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

/** Texts that no answer may contain: details of our code, database, or machine. */
export const LEAKS =
  /\n\s+at |node_modules|\/work\/|\/src\/server|SQLITE_|sqlite|Failed query|drizzle|libsql|select "|insert into|TypeError|RangeError|SyntaxError|ReferenceError|argon2|root:x:0/i;
