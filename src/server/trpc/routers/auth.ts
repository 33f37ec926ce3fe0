import * as z from 'zod/mini';
import { emailProofSchema } from '@/domain/account/email-address';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import {
  passwordChangeSchema,
  passwordResetSchema,
  resetRequestSchema,
} from '@/domain/account/passwords';
import { changesIdentity, type ProfileChanges, profileSchema } from '@/domain/account/profile';
import {
  challengeSchema,
  confirmationSchema,
  factorProofSchema,
} from '@/domain/account/second-factor.schema';
import { emergencySchema, loginSchema, registrationSchema } from '@/domain/account/sign-in.schema';
import { idSchema } from '@/domain/fields';
import type { UserCall } from '@/server/config/call';
import {
  currentUser,
  logIn,
  logInAdmin,
  readAdminStatus,
  register,
} from '@/server/modules/auth/auth.usecases';
import { beginConfirmation, confirmIdentity } from '@/server/modules/auth/confirm.usecases';
import { proveEmail, requestEmailProof } from '@/server/modules/auth/email-proof.usecases';
import { openEmergencyAccess, readEmergencyAccess } from '@/server/modules/auth/emergency.usecases';
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '@/server/modules/auth/password.usecases';
import { ownProfile, updateProfile } from '@/server/modules/auth/profile.usecases';
import { passkeyQuestion, proveSecondFactor } from '@/server/modules/auth/second-factor.usecases';
import {
  closeSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '@/server/modules/auth/sessions.usecases';
import { staffSignInView } from '@/server/modules/auth/users.view';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { confirmed, confirmedIf } from '../confirmed';
import { anyone, anyoneAlways, anyPage, router, signedIn, signingIn } from '../init';
import { limited, limitedByChallenge } from '../limits';
import { becomeKnown, begin, beginAsCustomer, leave, sessionOf, signInOf } from '../sessions';

/** A signed-in call with its own session. */
const inSession = signedIn.use(({ ctx, next }) => next({ ctx: { session: sessionOf(ctx) } }));
/**
 * A signed-in call with its own session, including in emergency access, because large refunds
 * require a proof there too.
 */
const inAnySession = inSession.meta({ access: 'signed-in', emergency: 'works' });

async function givesStaffNewName(ctx: UserCall, input: ProfileChanges): Promise<boolean> {
  return ctx.actor.role !== 'customer' && changesIdentity(await ownProfile(ctx), input);
}

export const authRouter = router({
  /** The signed-in user, or null. */
  me: anyPage.query(({ ctx }) => currentUser(ctx)),

  /** The signed-in user. Refused with 401 for a visitor. */
  requireMe: signedIn.query(({ ctx }) => ownProfile(ctx)),

  /** Whether the caller is an admin. The pages under /admin check it. */
  adminStatus: anyPage.query(({ ctx }) => readAdminStatus(ctx)),

  register: anyPage
    .input(registrationSchema)
    .use(limited('registration'))
    .use(limited('emailProof'))
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await register({ deps: ctx.deps, device: ctx.request }, input);
      return beginAsCustomer(ctx, session, user);
    }),

  login: signingIn
    .input(loginSchema)
    .use(limited('signIn', { named: ({ username }) => username, asksAgain: true }))
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await logIn(signInOf(ctx), input);
      return beginAsCustomer(ctx, session, user);
    }),

  adminLogin: signingIn
    .input(loginSchema)
    .use(limited('signIn', { named: ({ username }) => username, asksAgain: true }))
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await logInAdmin(signInOf(ctx), input);
      await begin(ctx, session, user);
      return staffSignInView(user);
    }),

  /** Completes two-step verification. `asStaff` is true if it started as an admin sign-in. */
  secondFactor: signingIn
    .input(factorProofSchema)
    .use(limitedByChallenge)
    .mutation(async ({ ctx, input }) => {
      const { user, session, asStaff } = await proveSecondFactor(signInOf(ctx), input, ctx.waiting);
      await begin(ctx, session, user);
      return { user, asStaff };
    }),

  /** The options for the browser's passkey prompt in two-step verification. */
  passkeyQuestion: anyPage
    .input(challengeSchema)
    .mutation(({ ctx, input }) => passkeyQuestion(ctx, input)),

  /** Whether emergency access is available, and its password in the local demo. */
  emergencyAccess: anyPage.query(({ ctx }) => readEmergencyAccess(ctx)),

  emergencyLogin: signingIn
    .input(emergencySchema)
    .use(limited('emergency', { userId: EMERGENCY_USER }))
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await openEmergencyAccess(
        { deps: ctx.deps, request: ctx.request, alongside: ctx.attempt },
        input,
      );
      await begin(ctx, session, user);
      return staffSignInView(user);
    }),

  logout: anyoneAlways.meta({ access: 'anyone', change: 'uncounted' }).mutation(async ({ ctx }) => {
    if (ctx.cookies.sessionToken) await closeSession(ctx, ctx.cookies.sessionToken);
    leave(ctx);
    return { ok: true };
  }),

  /** Starts a confirmation, which some calls require with `confirm_identity`. */
  beginConfirmation: inAnySession
    .use(limited('challenge'))
    .mutation(({ ctx }) => beginConfirmation(ctx.session)),

  /** Completes a confirmation. It's valid for 5 minutes. */
  confirmIdentity: inAnySession
    .input(confirmationSchema)
    .use(limitedByChallenge)
    .mutation(({ ctx, input }) => {
      const call = { ...ctx.session, alongside: ctx.attempt };
      return confirmIdentity(call, input, ctx.waiting);
    }),

  /** Requires a confirmation for a file link, which isn't a call. */
  requireConfirmed: inSession.use(confirmed).mutation(() => ({ ok: true })),

  /**
   * Changes profile and preferences. Omitted fields stay unchanged. Staff need a new proof to
   * change their names.
   */
  updateProfile: inSession
    .input(profileSchema)
    .use(limited('passwordCheck', { onlyIf: (input) => input.currentPassword !== undefined }))
    .use(confirmedIf(givesStaffNewName))
    .mutation(({ ctx, input }) =>
      updateProfile(ctx.session, input, () => {
        const { actor, request } = ctx;
        return takeAttempt(ctx, {
          name: 'emailProof',
          account: actor.userId,
          address: request.address,
        });
      }),
    ),

  /** Sends the verification email again. */
  requestEmailProof: signedIn
    .use(limited('emailProof'))
    .mutation(({ ctx }) => requestEmailProof(ctx)),

  /** Verifies an email address with the token of a link. */
  proveEmail: anyPage
    .input(emailProofSchema)
    .use(limited('reset'))
    .use(limited('passwordCheck', { onlyIf: (input) => input.currentPassword !== undefined }))
    .mutation(({ ctx, input }) => proveEmail(ctx, input)),

  /** Changes the password and ends the caller's other sessions. */
  changePassword: inSession
    .input(passwordChangeSchema)
    .use(limited('passwordCheck'))
    .mutation(({ ctx, input }) => changePassword(ctx.session, input)),

  /** Returns the same answer whether or not the email address is known. */
  requestPasswordReset: anyone
    .input(resetRequestSchema)
    .use(limited('resetRequest', { named: ({ email }) => email }))
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  /** Sets a new password and ends all of the account's sessions. */
  resetPassword: anyone
    .input(passwordResetSchema)
    .use(limited('reset'))
    .mutation(async ({ ctx, input }) => {
      const { user, message } = await resetPassword(ctx, input);
      ctx.cookies.setSession(null);
      // Other people's guesses may have locked this person out, so the device becomes a known one.
      becomeKnown(ctx, user);
      return { message };
    }),

  /** The caller's sessions. */
  sessions: inSession.query(({ ctx }) => listSessions(ctx.session)),

  endSession: inSession.input(z.object({ id: idSchema })).mutation(async ({ ctx, input }) => {
    const isCurrent = await endSession(ctx.session, input);
    if (isCurrent) leave(ctx);
    return { isCurrent };
  }),

  endOtherSessions: inSession.mutation(async ({ ctx }) => ({
    ended: await endOtherSessions(ctx.session),
  })),
});
