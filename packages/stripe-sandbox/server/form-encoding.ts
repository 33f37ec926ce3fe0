/**
 * A decoded form body: `a[b][c]=1` becomes `{a: {b: {c: '1'}}}`. `a[]=1` and `a[0]=1` become
 * arrays.
 */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormHash = { [name: string]: FormValue };

const MAX_DEPTH = 12;
/** These names would reach an object's prototype, so they're never added to a hash. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits `a[b][]` into `['a', 'b', '']`. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  const path = [name.slice(0, open)];
  for (const match of name.slice(open).matchAll(/\[([^\]]*)\]/g)) path.push(match[1] ?? '');
  return path;
}

function isHash(value: FormValue | undefined): value is FormHash {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function put(target: FormHash, path: string[], value: string): void {
  let hash = target;
  for (const [depth, raw] of path.entries()) {
    // `a[]` appends a value, so it stands for the next free index.
    const step = raw === '' ? String(Object.keys(hash).length) : raw;
    if (depth === path.length - 1) {
      hash[step] = value;
      return;
    }
    const next = hash[step];
    if (isHash(next)) {
      hash = next;
    } else {
      const fresh: FormHash = {};
      hash[step] = fresh;
      hash = fresh;
    }
  }
}

/** Converts every hash with the names 0 to n - 1 to the array that the client sent. */
function settle(value: FormValue): FormValue {
  if (!isHash(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, index) => name === String(index))) {
    return names.map((name) => settle(value[name] ?? ''));
  }
  const settled: FormHash = {};
  for (const name of names) settled[name] = settle(value[name] ?? '');
  return settled;
}

/** Decodes an `application/x-www-form-urlencoded` body or a query string, with nested names. */
export function decodeForm(encoded: string): FormHash {
  const root: FormHash = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = pathOf(name);
    if (path.length > MAX_DEPTH || path.some((step) => FORBIDDEN.has(step))) continue;
    put(root, path, value);
  }
  const settled: FormHash = {};
  for (const [name, value] of Object.entries(root)) settled[name] = settle(value);
  return settled;
}

/** Returns the same text for the same fields in any order. */
export function canonicalForm(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  const parts = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalForm(value[name] ?? '')}`);
  return `{${parts.join(',')}}`;
}
