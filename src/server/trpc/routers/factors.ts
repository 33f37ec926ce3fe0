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
import { anyone, crew, crewAlways, router } from '../init';
import { limited, limitedByChallenge } from '../limits';
import { begin, sessionOf } from '../sessions';

/**
 * The second factors of staff. A set-up is named by its challenge, which a first sign-in got as its
 * answer, and a signed-in caller gets from `begin`.
 */
export const factorsRouter = router({
  list: crewAlways.query(({ ctx }) => listFactors(sessionOf(ctx))),

  begin: crew
    .use(confirmed)
    .use(limited('challenge'))
    .mutation(({ ctx }) => beginFactor(sessionOf(ctx))),

  /** A new secret for an app. The one before is forgotten. */
  newApp: anyone.input(challengeSchema).mutation(({ ctx, input }) => newAppSecret(ctx, input)),

  /** What the browser makes a new passkey with. */
  newPasskey: anyone.input(challengeSchema).mutation(({ ctx, input }) => newPasskey(ctx, input)),

  /** Stores a factor that works. `user` is given where a sign-in waited for it, and is now done. */
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

  remove: crew
    .use(confirmed)
    .input(factorIdSchema)
    .mutation(({ ctx, input }) => removeFactor(sessionOf(ctx), input)),

  /** Ten new recovery codes, shown only in this answer. */
  renewRecoveryCodes: crew.use(confirmed).mutation(({ ctx }) => renewRecoveryCodes(sessionOf(ctx))),
});
