import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { startTestApp, type TestApp } from '../support/app';
import { newPasskey } from '../support/passkey';
import { challengeOf } from '../support/second-factor';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let people = 0;

/** Creates an admin who is signed in, and returns their credentials too. */
async function someAdmin(own = app) {
  people += 1;
  const signIn = { username: `keeper${people}`, password: 'boss-password' };
  await ensureAdmin(own, signIn);
  const visitor = own.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  return { signIn, visitor };
}

async function addPasskey(visitor: Visitor, passkey = newPasskey()) {
  const { challenge } = await visitor.trpc.factors.begin.mutate();
  const question = await visitor.trpc.factors.newPasskey.mutate({ challenge });
  const answer = passkey.create(question);
  await visitor.trpc.factors.add.mutate({ challenge, name: 'Laptop', passkey: answer });
  return { passkey, question, answer };
}

test('a passkey is set up and then required, and no password alone creates a session', async () => {
  const { signIn, visitor } = await someAdmin();
  const { passkey, question } = await addPasskey(visitor);
  expect(question).toMatchObject({ rp: { id: 'dockside.test' }, user: { name: signIn.username } });

  const browser = app.visitor();
  const first = await browser.rest('POST', '/api/auth/admin-login', signIn);
  expect(first).toMatchObject({ status: 401, body: { methods: ['passkey', 'recovery'] } });
  const { challenge } = first.body;
  const passkeyQuestion = await browser.trpc.auth.passkeyQuestion.mutate({ challenge });
  expect(passkeyQuestion).toMatchObject({
    rpId: 'dockside.test',
    allowCredentials: [{ id: passkey.id }],
  });
  const second = await browser.rest('POST', '/api/auth/second-factor', {
    challenge,
    passkey: passkey.get(passkeyQuestion),
  });
  expect(second).toMatchObject({ status: 200, body: { username: signIn.username } });
  const { factors } = await browser.trpc.factors.list.query();
  expect(factors).toMatchObject([{ kind: 'passkey', name: 'Laptop' }]);
  expect(factors[0]?.lastUsedAt).toBe(app.clock.now());
});

test('only the right key, for this address and challenge, is accepted, and only once', async () => {
  const { signIn, visitor } = await someAdmin();
  const { passkey } = await addPasskey(visitor);
  const elsewhere = newPasskey({ origin: 'http://dockside.test', rpId: 'evil.test' });
  const phished = newPasskey({ origin: 'http://evil.test', rpId: 'dockside.test' });
  const other = await someAdmin();
  const { passkey: ofAnother } = await addPasskey(other.visitor);

  const answerWith = async (make: (question: { challenge: string }) => unknown) => {
    const challenge = await challengeOf(app.visitor(), signIn);
    const question = await app.visitor().trpc.auth.passkeyQuestion.mutate({ challenge });
    const proof = make(question) as ReturnType<typeof passkey.get>;
    return app.visitor().trpc.auth.secondFactor.mutate({ challenge, passkey: proof });
  };
  const wrong = { status: 401, field: 'passkey' };
  for (const one of [elsewhere, phished, ofAnother, newPasskey()]) {
    expect(await refusal(answerWith((question) => one.get(question)))).toMatchObject(wrong);
    const posing = (question: { challenge: string }) => ({
      ...one.get(question),
      id: passkey.id,
      rawId: passkey.id,
    });
    expect(await refusal(answerWith(posing))).toMatchObject(wrong);
  }
  const old = answerWith(() => passkey.get({ challenge: 'AAAA' }));
  expect(await refusal(old)).toMatchObject(wrong);

  const challenge = await challengeOf(app.visitor(), signIn);
  const question = await app.visitor().trpc.auth.passkeyQuestion.mutate({ challenge });
  const proof = { challenge, passkey: passkey.get(question) };
  await app.visitor().trpc.auth.secondFactor.mutate(proof);
  expect((await refusal(app.visitor().trpc.auth.secondFactor.mutate(proof))).status).toBe(401);
});

test('a challenge is answered once, and a copied key is refused by its counter', async () => {
  const { signIn, visitor } = await someAdmin();
  const { passkey } = await addPasskey(visitor);
  const challenge = await challengeOf(app.visitor(), signIn);
  const question = await app.visitor().trpc.auth.passkeyQuestion.mutate({ challenge });
  const wrong = newPasskey().get(question);
  const prove = (proof: typeof wrong, of = challenge) =>
    app.visitor().trpc.auth.secondFactor.mutate({ challenge: of, passkey: proof });
  expect(await refusal(prove(wrong))).toMatchObject({ status: 401, field: 'passkey' });
  // The wrong answer used up the challenge, so the next one is new.
  expect(await refusal(prove(passkey.get(question)))).toMatchObject({ status: 401 });
  await prove(passkey.get(await app.visitor().trpc.auth.passkeyQuestion.mutate({ challenge })));

  passkey.forgetUses();
  const copied = await challengeOf(app.visitor(), signIn);
  const again = await app.visitor().trpc.auth.passkeyQuestion.mutate({ challenge: copied });
  expect(await refusal(prove(passkey.get(again), copied))).toMatchObject({ status: 401 });
});

test('a passkey is set up only with the answer to its own challenge, and belongs to one account', async () => {
  const { visitor } = await someAdmin();
  const { passkey, answer } = await addPasskey(visitor);
  const { challenge } = await visitor.trpc.factors.begin.mutate();
  const add = (proof: typeof answer) =>
    visitor.trpc.factors.add.mutate({ challenge, name: 'Other', passkey: proof });
  expect(await refusal(add(answer))).toMatchObject({ status: 400, field: 'passkey' });
  const question = await visitor.trpc.factors.newPasskey.mutate({ challenge });
  expect(question.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  expect(await refusal(add(answer))).toMatchObject({ status: 400 });
  const evil = newPasskey({ origin: 'http://evil.test', rpId: 'evil.test' });
  const next = await visitor.trpc.factors.newPasskey.mutate({ challenge });
  expect(await refusal(add(evil.create(next)))).toMatchObject({ status: 400 });

  const other = await someAdmin();
  expect(await refusal(addPasskey(other.visitor, passkey))).toMatchObject({ status: 409 });
});

test('an IP address has no passkeys and offers none', async () => {
  const own = await startTestApp({
    settings: { secondFactorFor: 'admins', appUrl: 'http://127.0.0.1:3000' },
  });
  const signIn = { username: 'boss', password: 'boss-password' };
  await ensureAdmin(own, signIn);
  const browser = own.visitor();
  const factorRequest = await refusal(browser.trpc.auth.adminLogin.mutate(signIn));
  expect(factorRequest.details).toMatchObject({ enrol: ['totp'] });
  const challenge = String(factorRequest.details?.challenge);
  const call = browser.trpc.factors.newPasskey.mutate({ challenge });
  expect(await refusal(call)).toMatchObject({ status: 409 });
  await own.close();
});
