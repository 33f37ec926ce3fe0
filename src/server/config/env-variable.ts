import type { Source } from './env-checks';
import type { Read } from './env-values';

/** One environment variable, and how it is read. */
export interface Variable<T> {
  /** As it stands in `.env.example`; empty when there is none or when it depends on others. */
  default: string;
  meaning: string;
  read: Read<T>;
  /** The default of a variable that depends on others. */
  derive?: (source: Source) => string;
  optional: boolean;
}

/** A variable with a default. */
export function variable<T>(fallback: string, meaning: string, read: Read<T>): Variable<T> {
  return { default: fallback, meaning, read, optional: false };
}

/** A variable whose default depends on others. */
export function derived<T>(
  derive: (source: Source) => string,
  meaning: string,
  read: Read<T>,
): Variable<T> {
  return { default: '', meaning, read, derive, optional: false };
}

/** A variable that may be left out. */
export function optional<T>(meaning: string, read: Read<T>): Variable<T | undefined> {
  return { default: '', meaning, read, optional: true };
}
