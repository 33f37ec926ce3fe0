import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hidden = '[secret]';
/** Length of 32 random bytes as text. */
const SHORTEST = 32;

/**
 * A value that must never be printed. In logs, JSON, and strings, it shows as `[secret]`. Only `reveal()`
 * returns the text, so every use of a secret can be found by that name.
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
 * Returns the signing secret of a machine whose settings have none. It's created once and stored in
 * `folder`, so that signed links survive a restart. Two processes that start together get the same
 * secret.
 * @param makeText returns 32 random bytes or more as text
 */
export function localSecret(folder: string, makeText: () => string): Secret {
  const path = join(folder, 'app-secret');
  const draft = `${path}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  if (existsSync(path)) return storedSecret(path);
  writeFileSync(draft, makeText(), { mode: 0o600 });
  try {
    // `link` creates the file with its whole content or not at all, so no process can read an
    // incomplete secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return storedSecret(path);
}

/**
 * Reads the stored secret. Throws if it's truncated, because someone could forge links signed with
 * it.
 */
function storedSecret(path: string): Secret {
  const text = readFileSync(path, 'utf8');
  if (text.length < SHORTEST) {
    throw new Error(
      `${path} is damaged. Restore it from a backup, or delete it to create a new one, which ends all links sent before`,
    );
  }
  return new Secret(text);
}
