import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hidden = '[secret]';
/** 32 random bytes are 43 letters. */
const SHORTEST = 32;

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
  if (existsSync(path)) return storedSecret(path);
  writeFileSync(draft, makeText(), { mode: 0o600 });
  try {
    // The file system makes a link whole or not at all: no process reads a half-written secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return storedSecret(path);
}

/** A truncated secret would sign links that a stranger could forge. */
function storedSecret(path: string): Secret {
  const text = readFileSync(path, 'utf8');
  if (text.length < SHORTEST) {
    throw new Error(
      `${path} is damaged; without it a new one is made, and links sent before it end`,
    );
  }
  return new Secret(text);
}
