import { joinSchema, waitingTokenSchema } from '@/domain/waiting-list/waiting-list.schema';
import { keysWith } from '@/server/modules/appointments/guest-keys';
import {
  confirmEntry,
  declineOffer,
  leaveList,
  openEntry,
  stayInLine,
  takeOffer,
} from '@/server/modules/waiting-list/answers.usecases';
import { joinWaitingList, listOwnEntries } from '@/server/modules/waiting-list/join.usecases';
import { anyone, anyPage, router, senderOf, signedIn } from '../init';
import { limited } from '../limits';

/** The call of someone who has the token of an entry, from a message or from their account. */
const byToken = anyPage.input(waitingTokenSchema).use(limited('link'));

/** The waiting list of full windows. */
export const waitingRouter = router({
  /** Joins the line of a full window, or of any window of a full day. */
  join: anyone
    .meta({ access: 'anyone', change: 'uncounted' })
    .input(joinSchema)
    .use(limited('waiting'))
    // An order with a code is a guess like any other.
    .use(
      limited<{ promoCode?: unknown }>('promo', { onlyIf: ({ promoCode }) => Boolean(promoCode) }),
    )
    .mutation(({ ctx, input }) => joinWaitingList(ctx, input, senderOf(ctx))),

  /** The caller's own entries. */
  mine: signedIn.query(({ ctx }) => listOwnEntries(ctx)),

  /** The page of an entry. A mutation, because the token must not be in an address. */
  open: byToken.mutation(({ ctx, input }) => openEntry(ctx, input)),

  /** Puts a guest's entry in line, because its contact has answered. */
  confirm: byToken.mutation(({ ctx, input }) => confirmEntry(ctx, input)),

  /** Accepts the offered spot. From then on, this browser may add the card. */
  take: byToken.mutation(async ({ ctx, input }) => {
    const { entry, key } = await takeOffer(ctx, input);
    if (key) ctx.cookies.setKeys(await keysWith(ctx.deps, ctx.cookies.kept, key));
    return entry;
  }),

  decline: byToken.mutation(({ ctx, input }) => declineOffer(ctx, input)),

  leave: byToken.mutation(({ ctx, input }) => leaveList(ctx, input)),

  /** Joins the end of the line again. */
  stay: byToken.mutation(({ ctx, input }) => stayInLine(ctx, input)),
});
