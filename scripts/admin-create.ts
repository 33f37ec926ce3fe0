/** Makes an administrator: `bun run admin:create NAME`; it prompts for the password or reads it from a pipe. */
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { loginSchema, PASSWORD_MIN } from '@/domain/account/sign-in.schema';
import { readEnv } from '@/server/config/env';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';

const username = process.argv[2];
if (!username) fail('Please give a user name: bun run admin:create NAME');
const password = process.stdin.isTTY
  ? prompt(`Password for ${username} (${PASSWORD_MIN} characters or more):`)
  : (await Bun.stdin.text()).trim();
const input = loginSchema.safeParse({ username, password });
if (!input.success || input.data.password.length < PASSWORD_MIN) {
  fail(`The password must have at least ${PASSWORD_MIN} characters.`);
}

const env = readEnv();
const db = await createDb({ url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN?.reveal() });
await migrateDb(db);
const made = await ensureAdmin(
  { deps: { db, clock: { now: Date.now }, ids: { next: () => Bun.randomUUIDv7() } } },
  input.data,
);
await db.close();
if (!made) fail(`There is already a user named ${username}; nothing was changed.`);
console.log(`The administrator ${username} can sign in at /admin-login.`);

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
