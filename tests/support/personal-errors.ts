/**
 * A program that causes every kind of error with a person's data in it, and prints the resulting
 * log. `log-privacy.test.ts` reads all of its output. Its argument decides how it ends.
 */
import { createServer } from 'node:net';
import Stripe from 'stripe';
import * as z from 'zod/mini';
import { DomainError } from '@/domain/errors';
import { createLog, errorFields } from '@/server/config/log';
import { endAtUncaught } from '@/server/config/uncaught';
import { createApp } from '@/server/http/app';
import { noteRejection } from '@/server/modules/payments/health/troubles.usecases';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import { createStripePayments } from '@/server/ports/payments/stripe';
import { startTestApp } from './app';
import { PERSON, PERSON_TEXT } from './person';

const log = createLog('debug');
endAtUncaught(log);
const test = await startTestApp();
const deps = { ...test.deps, log };
const { db } = deps;

const tell = (kind: string, error: unknown) => log.error(kind, errorFields(error));
const told = async (kind: string, job: () => unknown) => {
  try {
    await job();
  } catch (error) {
    tell(kind, error);
    // Puts the data into an error's cause and into one of its fields.
    tell(kind, new Error('a job failed', { cause: error }));
    log.warn(kind, { error });
    return;
  }
  throw new Error(`no error: ${kind}`);
};

// Failing statements, through each way to the database.
const row = { id: 'u1', username: PERSON.username, password: PERSON.hash, fullName: PERSON.name };
const contact = { email: PERSON.email, phone: PERSON.phone, address: PERSON.address };
const { users } = await import('@/db/schema');
const user = { ...row, ...contact, createdAt: 1, updatedAt: 1 };
await db.write((orm) => orm.insert(users).values(user));
await told('write', () => db.write((orm) => orm.insert(users).values({ ...user, id: 'u2' })));
await told('orm', () => db.orm.insert(users).values({ ...user, id: 'u2' }));
await told('batch', () => db.batch((orm) => [orm.insert(users).values({ ...user, id: 'u2' })]));
await told('null', () =>
  db.batch((orm) => [orm.insert(users).values({ ...user, username: null as never })]),
);
await told('client', () =>
  db.client.execute({ sql: `insert into users (id) values ('${PERSON.name}')`, args: [] }),
);
await told('syntax', () =>
  db.client.execute(`select "${PERSON.name}" from ${PERSON.username} x y`),
);
// Makes the database itself quote the row.
await db.client.execute(`create trigger boom before insert on users begin
  select raise(abort, '${PERSON_TEXT}'); end`);
await told('raise', () => db.write((orm) => orm.insert(users).values({ ...user, id: 'u3' })));

// Causes the same error in a request, over tRPC and REST.
const app = createApp({ deps, files: null, sandbox: null });
const registration = {
  username: `${PERSON.username}2`,
  password: PERSON.password,
  email: `2${PERSON.email}`,
  fullName: PERSON.name,
  phone: PERSON.phone,
  homeAddress: PERSON.address,
};
for (const [path, body] of [
  ['/api/trpc/auth.register', { json: registration }],
  ['/api/auth/register', registration],
] as const) {
  const answer = await app.handle(
    new Request(`http://dockside.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  if (answer.status !== 500) throw new Error(`the call did not fail: ${answer.status}`);
}
for (const path of [PERSON.email, PERSON.phone, PERSON.name, PERSON.token]) {
  for (const base of ['/api/customers', '/account', '/api/calendar']) {
    await app.handle(new Request(`http://dockside.test${base}/${encodeURIComponent(path)}`));
  }
}

// Makes Stripe's package throw errors that quote the request.
const stripeAnswers = [
  [400, { type: 'invalid_request_error', code: 'email_invalid', message: PERSON_TEXT }],
  [402, { type: 'card_error', code: 'card_declined', message: PERSON_TEXT }],
  [401, { type: 'invalid_request_error', message: `Invalid API Key: ${PERSON.token}` }],
  [429, { type: 'rate_limit_error', message: PERSON_TEXT }],
  [500, { type: 'api_error', message: PERSON_TEXT }],
] as const;
for (const [status, error] of stripeAnswers) {
  const payments = createStripePayments({
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
    fetch: async () => Response.json({ error }, { status }),
  });
  await told(`stripe ${status}`, async () => {
    try {
      await payments.retrieveSetupIntent('seti_x');
    } catch (failure) {
      await noteRejection({ deps }, failure);
      throw failure;
    }
  });
}
await told('stripe connection', () =>
  createStripePayments({
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
    fetch: async () => {
      throw new TypeError(PERSON_TEXT);
    },
  }).retrieveSetupIntent('seti_x'),
);
await told('stripe signature', () => {
  throw new Stripe.errors.StripeSignatureVerificationError(PERSON_TEXT, PERSON_TEXT, {
    message: PERSON_TEXT,
  } as never);
});

// An email server that refuses a person, one that sends nonsense, and none at all.
async function mailTo(refusal: string) {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const verb = data.toString().slice(0, 4).toUpperCase();
      socket.write(verb === 'RCPT' ? `${refusal}\r\n` : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'us@lake.example' });
  await told(`mail ${refusal.slice(0, 3)}`, () =>
    mail.send({ id: 'one', to: PERSON.email, subject: PERSON.name, text: PERSON_TEXT }),
  );
  await mail.close();
  server.close();
}
await mailTo(`550 no such user <${PERSON.email}> ${PERSON.name}`);
await mailTo(`450 ${PERSON_TEXT}`);
const noMail = createSmtpMail({
  url: `smtp://${PERSON.username}:${PERSON.password}@127.0.0.1:1`,
  from: 'us@lake.example',
});
await told('mail refused', () =>
  noMail.send({ id: 'one', to: PERSON.email, subject: '', text: '' }),
);

// The runtime's own errors, and values that should never be thrown.
await told('json', () => JSON.parse(PERSON_TEXT));
await told('json of a form', () => JSON.parse(`{"name": "${PERSON.name}" "${PERSON.phone}"}`));
await told('address', () => new URL(`//${PERSON.email}/${PERSON.name}`));
await told('zod', () => z.parse(z.strictObject({}), { [PERSON.name]: PERSON.phone }));
await told('property', () => {
  const nothing = undefined as unknown as Record<string, string>;
  return nothing[PERSON.name];
});
await told('decode', () => decodeURIComponent(`%${PERSON.name}`));
await told('ours', () => {
  throw new DomainError('conflict', PERSON_TEXT, { field: PERSON.name, details: { PERSON } });
});
await told('lines', () => {
  throw new Error(`${PERSON.name}\n    at ${PERSON.address}\n    at ${PERSON.username} (x:1:1)`);
});
await told('several', () => {
  throw new AggregateError([new Error(PERSON_TEXT)], PERSON_TEXT);
});
await told('dressed up', () => {
  const error = new Error('it broke', { cause: { PERSON } });
  throw Object.assign(error, {
    ...PERSON,
    name: PERSON.name,
    code: PERSON.username,
    params: [PERSON],
  });
});
await told('circle', () => {
  const error = new Error(PERSON_TEXT);
  error.cause = error;
  throw error;
});
for (const thrown of [PERSON_TEXT, PERSON, [PERSON], PERSON.phone, Object.create(null)]) {
  tell('no error', thrown);
}

await test.close();
const end = process.argv[2];
const last = Object.assign(new Error(PERSON_TEXT), { params: [PERSON], query: PERSON_TEXT });
console.log('all were told');
if (end === 'reject') void Promise.reject(last);
else if (end === 'throw') setTimeout(() => throwing(last));
else await Promise.reject(last);

function throwing(error: Error): never {
  throw error;
}
