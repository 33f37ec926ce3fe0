import type { Argon2id } from 'oslo/password';

/** Loaded with the first password, so that the start doesn't wait for its native code. */
let loaded: Promise<Argon2id> | null = null;

/**
 * Uses the lowest Argon2id settings that OWASP recommends: 19 MiB, two passes, one lane. A hash
 * takes 55 to 75 ms.
 */
function argon(): Promise<Argon2id> {
  loaded ??= import('oslo/password').then(
    ({ Argon2id }) => new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 }),
  );
  return loaded;
}
/** Each hash needs 19 MiB and a core, so when many people sign in, they have to wait their turn. */
const MAX_AT_ONCE = 4;

let running = 0;
const waiting: Array<() => void> = [];

async function inTurn<T>(job: () => Promise<T>): Promise<T> {
  while (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await job();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Returns a password's Argon2id hash, including its salt and settings. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await argon()).hash(password.normalize('NFKC')));
}

/**
 * Returns true if a password matches its hash. Without a hash (an unknown user), it returns false
 * after the same time, so that the time doesn't reveal which usernames exist.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  if (hash === null) {
    await hashPassword(password);
    return false;
  }
  return inTurn(async () => (await argon()).verify(hash, password.normalize('NFKC')));
}
