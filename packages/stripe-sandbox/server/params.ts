import { badParameter } from './errors';
import type { FormHash, FormValue } from './form-encoding';

export interface CreatedRange {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

/**
 * The type of each kind of parameter after parsing. In `metadata`, '' means that the key is
 * removed.
 */
interface Kinds {
  string: string;
  integer: number;
  boolean: boolean;
  strings: string[];
  metadata: Record<string, string> | '';
  hash: FormHash;
  range: CreatedRange;
}

type KindName = keyof Kinds;
/** A parameter and its kind. An exclamation mark means that it's required. */
export type Spec = Record<string, KindName | `${KindName}!`>;
export type Input<S extends Spec> = {
  [Name in keyof S]: S[Name] extends `${infer Kind extends KindName}!`
    ? Kinds[Kind]
    : S[Name] extends KindName
      ? Kinds[S[Name]] | undefined
      : never;
};

const nested = (prefix: string, name: string) => (prefix ? `${prefix}[${name}]` : name);

function readInteger(value: FormValue, param: string): number {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    throw badParameter(
      `Invalid integer: ${typeof value === 'string' ? value : 'hash'}`,
      param,
      'parameter_invalid_integer',
    );
  }
  return Number(value);
}

function readHash(value: FormValue, param: string): FormHash {
  if (typeof value === 'string' || Array.isArray(value)) throw badParameter('Invalid hash', param);
  return value;
}

function readMetadata(value: FormValue, param: string): Record<string, string> | '' {
  if (value === '') return '';
  const read: Record<string, string> = {};
  // A map with the keys 0, 1, … was decoded as an array, so its indexes are the original keys.
  const entries = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(readHash(value, param));
  for (const [name, item] of entries) {
    if (typeof item !== 'string')
      throw badParameter(
        `Metadata values must be strings, but for key '${name}' you passed in a value of type hash`,
        nested(param, name),
      );
    if (name.length > 40)
      throw badParameter(
        `Metadata keys can be at most 40 characters, but you passed in '${name}'`,
        param,
      );
    if (item.length > 500)
      throw badParameter(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${item.length} characters. Invalid value: ${item}`,
        nested(param, name),
      );
    read[name] = item;
  }
  if (entries.length > 50) throw badParameter('Metadata can have up to 50 keys', param);
  return read;
}

function readRange(value: FormValue, param: string): CreatedRange {
  if (typeof value === 'string') {
    const at = readInteger(value, param);
    return { gte: at, lte: at };
  }
  const range: CreatedRange = {};
  for (const [name, bound] of Object.entries(readHash(value, param))) {
    if (name !== 'gt' && name !== 'gte' && name !== 'lt' && name !== 'lte')
      throw unknownParameter(nested(param, name));
    range[name] = readInteger(bound, nested(param, name));
  }
  return range;
}

function unknownParameter(param: string) {
  // API versions since 2026-09-30 accept only the new name.
  const hint =
    param === 'payment_method_types' ? ' Did you mean allowed_payment_method_types?' : '';
  return badParameter(
    `Received unknown parameter: ${param}${hint ? `.${hint}` : ''}`,
    param,
    'parameter_unknown',
  );
}

function readOne(kind: KindName, value: FormValue, param: string): Kinds[KindName] {
  switch (kind) {
    case 'string':
      if (typeof value !== 'string')
        throw badParameter(`Invalid string: ${JSON.stringify(value)}`, param);
      if (value.length > 5000)
        throw badParameter(
          `Invalid string: ${param}; must be at most 5000 characters`,
          param,
          'parameter_invalid_string',
        );
      return value;
    case 'integer':
      return readInteger(value, param);
    case 'boolean':
      if (value !== 'true' && value !== 'false')
        throw badParameter(`Invalid boolean: ${String(value)}`, param);
      return value === 'true';
    case 'strings':
      if (!Array.isArray(value)) throw badParameter('Invalid array', param);
      return value.map((item) => {
        if (typeof item !== 'string') throw badParameter('Invalid string', param);
        return item;
      });
    case 'metadata':
      return readMetadata(value, param);
    case 'hash':
      return readHash(value, param);
    case 'range':
      return readRange(value, param);
  }
}

/**
 * Reads an endpoint's parameters from a decoded form. `prefix` is the enclosing hash's name in
 * error messages. @throws Stripe's error for an unknown, missing, or malformed parameter
 */
export function readParams<S extends Spec>(form: FormHash, spec: S, prefix = ''): Input<S> {
  for (const name of Object.keys(form)) {
    if (!Object.hasOwn(spec, name)) throw unknownParameter(nested(prefix, name));
  }
  const read: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(spec)) {
    const param = nested(prefix, name);
    const value = form[name];
    const required = declared.endsWith('!');
    if (value === undefined) {
      if (required)
        throw badParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
      continue;
    }
    if (required && value === '') {
      throw badParameter(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        param,
        'parameter_invalid_empty',
      );
    }
    read[name] = readOne(declared.replace('!', '') as KindName, value, param);
  }
  return read as Input<S>;
}

/**
 * Merges metadata like Stripe: given keys replace, an empty value removes its key, and '' removes
 * all.
 */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {};
  const merged = { ...before, ...change };
  for (const name of Object.keys(merged)) if (merged[name] === '') delete merged[name];
  return merged;
}

/** Updates an optional text: '' clears it, and undefined keeps the old text. */
export function textOr(change: string | undefined, before: string | null): string | null {
  return change === undefined ? before : change === '' ? null : change;
}
