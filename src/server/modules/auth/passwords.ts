import type { Argon2id } from 'oslo/password';

/** Loaded with the first password, so that the start does not wait for its native code. */
let loaded: Promise<Argon2id> | null = null;

/** OWASP's smallest recommended Argon2id: 19 MiB, two passes, one lane; 55 to 75 ms each here. */
function argon(): Promise<Argon2id> {
  loaded ??= import('oslo/password').then(
    ({ Argon2id }) => new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 }),
  );
  return loaded;
}
/** Each hash takes 19 MiB and a core, so a flood of sign-ins waits instead of taking the machine. */
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

/** Argon2id hash of a password, with its salt and settings inside. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await argon()).hash(password.normalize('NFKC')));
}

/**
 * Whether the password is the one that was hashed. With no hash (an unknown user) it takes as long
 * and says no, so that the time tells nobody which user names exist.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  if (hash === null) {
    await hashPassword(password);
    return false;
  }
  return inTurn(async () => (await argon()).verify(hash, password.normalize('NFKC')));
}
