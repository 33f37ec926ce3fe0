/** Sign-ins, two-step verification, and sessions. */
import { hashToken, newToken } from '@/server/modules/auth/tokens';
import { challengeOf } from '../../../tests/support/second-factor';
import { codeAt } from '../../../tests/support/totp';
import type { Visitor } from '../../../tests/support/visitor';
import type { Calls } from '../call';
import { EMERGENCY_PASSWORD, type Scene } from '../scene';

const PASSWORD = 'six-characters';

/** Someone who registers. */
export function newPerson(scene: Scene) {
  const username = `new-${scene.next()}`;
  return {
    username,
    password: PASSWORD,
    email: `${username}@lake.example`,
    fullName: 'Sam Waters',
    phone: '(269) 555-0117',
    homeAddress: '58112 Lakeshore Drive',
  };
}

/** A signed-out customer, and their sign-in. */
export async function signedOut(scene: Scene) {
  const username = `out-${scene.next()}`;
  const email = `${username}@lake.example`;
  const visitor = await scene.freshCustomer({ username, email, password: PASSWORD });
  const me = await visitor.trpc.auth.me.query();
  return { id: me?.id ?? '', email, signIn: { username, password: PASSWORD } };
}

/** A driver who starts setting up two-step verification. */
async function settingUp(scene: Scene) {
  const { visitor, signIn } = await scene.newDriver();
  const { challenge } = await visitor.trpc.factors.begin.mutate();
  return { visitor, challenge, signIn };
}

/** A driver with an authenticator app, and the second step of their sign-in. */
export async function withApp(scene: Scene) {
  const { visitor, challenge, signIn } = await settingUp(scene);
  const { secret } = await visitor.trpc.factors.newApp.mutate({ challenge });
  const code = codeAt(secret, scene.now());
  await visitor.trpc.factors.add.mutate({ challenge, name: 'Phone', code });
  await visitor.trpc.auth.me.query();
  const proof = async () => {
    const newChallenge = await challengeOf(scene.visitor(), signIn);
    // The setup used the current code, so this takes the next one, which is already valid.
    return { challenge: newChallenge, code: codeAt(secret, scene.now() + 30_000) };
  };
  return { visitor, proof };
}

async function emailProof(scene: Scene): Promise<string> {
  const { id } = await signedOut(scene);
  const token = newToken();
  await scene.client.execute({
    sql: 'update users set email_proof = ?, email_proof_expires = ? where id = ?',
    args: [hashToken(token), scene.now() + 60_000, id],
  });
  return token;
}

/** A new user's password reset token, valid for 1 minute. */
export async function resetToken(scene: Scene): Promise<string> {
  const { id } = await signedOut(scene);
  const token = newToken();
  await scene.client.execute({
    sql: 'update users set reset_token = ?, reset_token_expires = ? where id = ?',
    args: [hashToken(token), scene.now() + 60_000, id],
  });
  return token;
}

/** A customer with a second session. */
async function twice(scene: Scene): Promise<Visitor> {
  const { signIn } = await signedOut(scene);
  const [first, second] = [scene.visitor(), scene.visitor()];
  await first.trpc.auth.login.mutate(signIn);
  await second.trpc.auth.login.mutate(signIn);
  await first.trpc.auth.me.query();
  return first;
}

export const signIns: Calls = {
  'auth.login': async (scene) => {
    const { signIn } = await signedOut(scene);
    return () => scene.visitor().trpc.auth.login.mutate(signIn);
  },
  'auth.login (on a known device)': async (scene) => {
    const { signIn } = await signedOut(scene);
    const visitor = scene.visitor();
    await visitor.trpc.auth.login.mutate(signIn);
    await visitor.trpc.auth.logout.mutate();
    return () => visitor.trpc.auth.login.mutate(signIn);
  },
  'auth.adminLogin': (scene) => () => scene.visitor().trpc.auth.adminLogin.mutate(scene.admin),
  'auth.me':
    ({ kim }) =>
    () =>
      kim.trpc.auth.me.query(),
};

export const identityCalls: Calls = {
  'auth.requireMe':
    ({ kim }) =>
    () =>
      kim.trpc.auth.requireMe.query(),
  'auth.adminStatus':
    ({ staff }) =>
    () =>
      staff.trpc.auth.adminStatus.query(),
  'auth.register': (scene) => () => scene.visitor().trpc.auth.register.mutate(newPerson(scene)),
  'auth.secondFactor': async (scene) => {
    const proof = await (await withApp(scene)).proof();
    return () => scene.visitor().trpc.auth.secondFactor.mutate(proof);
  },
  'auth.emergencyAccess':
    ({ kim }) =>
    () =>
      kim.trpc.auth.emergencyAccess.query(),
  'auth.emergencyLogin': async (scene) => {
    const open = () =>
      scene.visitor().trpc.auth.emergencyLogin.mutate({ password: EMERGENCY_PASSWORD });
    // The first call also creates the emergency user, so it isn't measured.
    await open();
    return open;
  },
  'auth.logout': async (scene) => {
    const visitor = await scene.freshCustomer();
    return () => visitor.trpc.auth.logout.mutate();
  },
  'auth.beginConfirmation':
    ({ kim }) =>
    () =>
      kim.trpc.auth.beginConfirmation.mutate(),
  'auth.confirmIdentity': async ({ kim }) => {
    const { challenge } = await kim.trpc.auth.beginConfirmation.mutate();
    return () => kim.trpc.auth.confirmIdentity.mutate({ challenge, password: PASSWORD });
  },
  'auth.requireConfirmed': async (scene) => {
    const staff = await scene.freshStaff();
    return () => staff.trpc.auth.requireConfirmed.mutate();
  },
  'auth.updateProfile': (scene) => () =>
    scene.kim.trpc.auth.updateProfile.mutate({ fullName: `Kim ${scene.next()}` }),
  'auth.requestEmailProof': async (scene) => {
    const visitor = scene.visitor();
    await visitor.trpc.auth.register.mutate(newPerson(scene));
    return () => visitor.trpc.auth.requestEmailProof.mutate();
  },
  'auth.proveEmail': async (scene) => {
    const token = await emailProof(scene);
    return () => scene.visitor().trpc.auth.proveEmail.mutate({ token });
  },
  'auth.changePassword': async (scene) => {
    const visitor = await scene.freshCustomer();
    const change = { currentPassword: PASSWORD, newPassword: 'seven-characters' };
    return () => visitor.trpc.auth.changePassword.mutate(change);
  },
  'auth.requestPasswordReset': async (scene) => {
    const { email } = await signedOut(scene);
    return () => scene.visitor().trpc.auth.requestPasswordReset.mutate({ email });
  },
  'auth.resetPassword': async (scene) => {
    const token = await resetToken(scene);
    const input = { token, newPassword: 'eight-characters' };
    return () => scene.visitor().trpc.auth.resetPassword.mutate(input);
  },
  'auth.sessions':
    ({ kim }) =>
    () =>
      kim.trpc.auth.sessions.query(),
  'auth.endSession': async (scene) => {
    const visitor = await twice(scene);
    const sessions = await visitor.trpc.auth.sessions.query();
    const id = sessions.find((one) => !one.isCurrent)?.id ?? '';
    return () => visitor.trpc.auth.endSession.mutate({ id });
  },
  'auth.endOtherSessions': async (scene) => {
    const visitor = await twice(scene);
    return () => visitor.trpc.auth.endOtherSessions.mutate();
  },

  'factors.list':
    ({ staff }) =>
    () =>
      staff.trpc.factors.list.query(),
  'factors.begin': async (scene) => {
    const { visitor } = await scene.newDriver();
    return () => visitor.trpc.factors.begin.mutate();
  },
  'factors.newApp': async (scene) => {
    const { visitor, challenge } = await settingUp(scene);
    return () => visitor.trpc.factors.newApp.mutate({ challenge });
  },
  'factors.newPasskey': async (scene) => {
    const { visitor, challenge } = await settingUp(scene);
    return () => visitor.trpc.factors.newPasskey.mutate({ challenge });
  },
  'factors.add': async (scene) => {
    const { visitor, challenge } = await settingUp(scene);
    const { secret } = await visitor.trpc.factors.newApp.mutate({ challenge });
    const code = codeAt(secret, scene.now());
    return () => visitor.trpc.factors.add.mutate({ challenge, name: 'Phone', code });
  },
  'factors.remove': async (scene) => {
    const { visitor } = await withApp(scene);
    const [factor] = (await visitor.trpc.factors.list.query()).factors;
    return () => visitor.trpc.factors.remove.mutate({ id: factor?.id ?? '' });
  },
  'factors.renewRecoveryCodes': async (scene) => {
    const { visitor } = await withApp(scene);
    return () => visitor.trpc.factors.renewRecoveryCodes.mutate();
  },
};
