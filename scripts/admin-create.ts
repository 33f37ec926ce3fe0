/** `bun run admin:create NAME` creates an admin. It asks for the password, or reads it from a pipe. */
import { createDb } from '@/db/client';
import {
  mayBegin,
  NoDatabaseError,
  refuseEmptyDatabase,
  refuseMissingFile,
} from '@/db/first-start';
import { migrateDb } from '@/db/migrate';
import { loginSchema, PASSWORD_MIN } from '@/domain/account/sign-in.schema';
import { readEnv } from '@/server/config/env';
import { PRODUCTION_PASSWORD_MIN } from '@/server/config/env-checks';
import { endAtUncaught } from '@/server/config/uncaught';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';

endAtUncaught();
const username = process.argv[2];
if (!username) fail('Enter a username: bun run admin:create NAME');
const env = readEnv();
const least = env.NODE_ENV === 'production' ? PRODUCTION_PASSWORD_MIN : PASSWORD_MIN;
const password = process.stdin.isTTY
  ? typedPassword(`Password for ${username} (${least} characters or more):`)
  : (await Bun.stdin.text()).trim();
const input = loginSchema.safeParse({ username, password });
if (!input.success || input.data.password.length < least) {
  fail(`The password must have at least ${least} characters.`);
}

const signIn = input.data;
const made = await makeAdmin().catch((error) => {
  if (error instanceof NoDatabaseError) fail(error.message);
  throw error;
});
if (!made) fail(`The username ${username} is already taken. Nothing was changed.`);
console.log(`Created the admin ${username}, who can sign in at /admin-login.`);

async function makeAdmin(): Promise<boolean> {
  if (!mayBegin(env)) refuseMissingFile(env.DATABASE_URL);
  const authToken = env.DATABASE_AUTH_TOKEN?.reveal();
  const db = await createDb({ url: env.DATABASE_URL, authToken });
  if (!mayBegin(env)) await refuseEmptyDatabase(db);
  await migrateDb(db);
  const deps = { db, clock: { now: Date.now }, ids: { next: () => Bun.randomUUIDv7() } };
  const isNew = await ensureAdmin({ deps }, signIn);
  await db.close();
  return isNew;
}

/** Asks for a password without showing it, if the terminal can. */
function typedPassword(question: string): string | null {
  const showTyping = (isShown: boolean) =>
    Bun.spawnSync(['stty', isShown ? 'echo' : '-echo'], { stdin: 'inherit', stderr: 'ignore' });
  // A terminal without stty (Windows) shows what's typed.
  if (!Bun.which('stty')) return prompt(question);
  process.once('exit', () => showTyping(true));
  process.once('SIGINT', () => process.exit(130));
  showTyping(false);
  const typed = prompt(question);
  showTyping(true);
  console.log();
  return typed;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
