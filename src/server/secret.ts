import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hidden = '[secret]';

/**
 * A value that must never be printed. Logging it, turning it into JSON or into a string shows
 * `[secret]`; only `reveal()` gives the text, so every use of a secret can be found by its name.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}

/**
 * The signing secret of a machine that was given none: made once and kept in `folder`, so that
 * signed links survive a restart. Two processes that start together end with the same secret.
 *
 * @param makeText gives 32 random bytes or more as text
 */
export function localSecret(folder: string, makeText: () => string): Secret {
  const path = join(folder, 'app-secret');
  const draft = `${path}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    return new Secret(readFileSync(path, 'utf8'));
  } catch {
    // Not there yet: made below.
  }
  writeFileSync(draft, makeText(), { mode: 0o600 });
  try {
    // A link is made whole or not at all, so nobody reads a half-written secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return new Secret(readFileSync(path, 'utf8'));
}
