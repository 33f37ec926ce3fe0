import {
  challengeSchema,
  factorIdSchema,
  newFactorSchema,
} from '@/domain/account/second-factor.schema';
import {
  addFactor,
  beginFactor,
  newAppSecret,
  newPasskey,
} from '@/server/modules/auth/add-factor.usecases';
import {
  listFactors,
  removeFactor,
  renewRecoveryCodes,
} from '@/server/modules/auth/factors.usecases';
import { confirmed } from '../confirmed';
import { anyone, router, staff, staffAlways } from '../init';
import { limited, limitedByChallenge } from '../limits';
import { begin, sessionOf } from '../sessions';

/**
 * Staff's two-step verification. A setup is identified by its challenge, which a first sign-in
 * returns. Signed-in callers get one from `begin`.
 */
export const factorsRouter = router({
  list: staffAlways.query(({ ctx }) => listFactors(sessionOf(ctx))),

  begin: staff
    .use(confirmed)
    .use(limited('challenge'))
    .mutation(({ ctx }) => beginFactor(sessionOf(ctx))),

  /** Creates a new secret for an authenticator app and discards the previous one. */
  newApp: anyone.input(challengeSchema).mutation(({ ctx, input }) => newAppSecret(ctx, input)),

  /** The browser's options to create a new passkey. */
  newPasskey: anyone.input(challengeSchema).mutation(({ ctx, input }) => newPasskey(ctx, input)),

  /** Saves a method after a successful check. `user` is set if this completes a sign-in. */
  add: anyone
    .input(newFactorSchema)
    .use(limitedByChallenge)
    .mutation(async ({ ctx, input }) => {
      const { deps, actor, cookies, request } = ctx;
      const call = { deps, actor, token: cookies.sessionToken, device: request };
      const { recoveryCodes, signedIn } = await addFactor(call, input, ctx.waiting);
      if (signedIn) await begin(ctx, signedIn.session, signedIn.user);
      return { recoveryCodes, user: signedIn?.user ?? null };
    }),

  remove: staff
    .use(confirmed)
    .input(factorIdSchema)
    .mutation(({ ctx, input }) => removeFactor(sessionOf(ctx), input)),

  /** Creates 10 new recovery codes. Only this answer contains them. */
  renewRecoveryCodes: staff
    .use(confirmed)
    .mutation(({ ctx }) => renewRecoveryCodes(sessionOf(ctx))),
});
