import type { Source } from './env-checks';
import type { Read } from './env-values';

/** An environment variable, and how it's read. */
export interface Variable<T> {
  /** Default in `.env.example`. Empty if there is none or it depends on other variables. */
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

/** A variable that can be left out. */
export function optional<T>(meaning: string, read: Read<T>): Variable<T | undefined> {
  return { default: '', meaning, read, optional: true };
}
