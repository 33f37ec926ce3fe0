import * as z from 'zod/mini';
import { cancellationSchema, pageSchema } from '@/domain/appointment/appointment.schema';
import { bookAppointmentSchema, modificationSchema } from '@/domain/appointment/book-call.schema';
import {
  linkMailSchema,
  manageTokenSchema,
  phoneProofSchema,
} from '@/domain/appointment/delivery-link.schema';
import { ownerPatchSchema } from '@/domain/appointment/owner-patch.schema';
import { byIdSchema, idSchema } from '@/domain/fields';
import { textsSchema } from '@/domain/messages/text-choice.schema';
import {
  balancePaymentSchema,
  confirmSetupSchema,
  savedCardSchema,
} from '@/domain/payment/payment.schema';
import { promoCodeSchema } from '@/domain/pricing/promos.schema';
import { bookAppointment } from '@/server/modules/appointments/book.usecases';
import { cancelAppointment } from '@/server/modules/appointments/cancel.usecases';
import { signedKeyOf } from '@/server/modules/appointments/delivery-link';
import { keysWith, keysWithout } from '@/server/modules/appointments/guest-keys';
import {
  modifyAppointment,
  patchOwnAppointment,
} from '@/server/modules/appointments/modify.usecases';
import {
  listOwnAppointments,
  openDeliveryLink,
  readGuestLink,
  readHistory,
  readLeftFromGuests,
  readOwnAppointment,
  readRecentCompleted,
} from '@/server/modules/appointments/own-appointments.usecases';
import { provePhone } from '@/server/modules/appointments/prove-phone.usecases';
import { renewLink } from '@/server/modules/appointments/renew-link.usecases';
import { sendLink } from '@/server/modules/appointments/send-link.usecases';
import { readTexts, setTexts } from '@/server/modules/appointments/text-choice.usecases';
import {
  confirmBalancePayment,
  createBalancePayment,
} from '@/server/modules/payments/balance/balance-payment.usecases';
import {
  confirmPaymentSetup,
  createPaymentAuthorization,
  keepCard,
} from '@/server/modules/payments/cards/card-setup.usecases';
import { useSavedCard } from '@/server/modules/payments/cards/saved-cards.usecases';
import { validatePromoCode } from '@/server/modules/pricing/promo.usecases';
import { anyone, anyPage, owner, ownerAlways, router, senderOf, signedIn } from '../init';
import { limited } from '../limits';

export const bookingRouter = router({
  /** The caller's appointments. Empty for a visitor. */
  list: anyone.query(({ ctx }) => listOwnAppointments(ctx)),

  /** An appointment with its photos and its payment status. */
  get: owner.input(byIdSchema).query(({ ctx, input }) => readOwnAppointment(ctx, input)),

  /** Opens a delivery link. From then on, this browser may see the delivery and pay for it. */
  manage: anyPage
    .input(manageTokenSchema)
    .use(limited('link'))
    .mutation(async ({ ctx, input }) => {
      const { delivery, keys } = await openDeliveryLink(ctx, input, ctx.cookies.kept);
      ctx.cookies.setKeys(keys);
      return delivery;
    }),

  /**
   * Checks the last 4 digits of the phone number. This browser may then cancel the delivery and
   * change its card for a short time, which a link alone doesn't allow.
   */
  provePhone: owner.input(phoneProofSchema).mutation(async ({ ctx, input }) => {
    const proof = await provePhone(ctx, input);
    if (proof) ctx.cookies.setProof(input.id, proof);
    return { ok: true };
  }),

  /** The link to one of a guest's deliveries, or to the newest one. Null for other callers. */
  guestLink: anyone
    .input(z.optional(byIdSchema))
    .query(({ ctx, input }) => readGuestLink(ctx, input)),

  /** The deliveries that guests booked in this browser and that aren't in the caller's account. */
  leftFromGuests: signedIn.query(({ ctx }) => readLeftFromGuests(ctx, ctx.cookies.kept)),

  /** Removes one or all of a guest's deliveries from this browser. They stay booked. */
  removeFromBrowser: anyone
    .input(z.object({ id: z.optional(idSchema) }))
    .mutation(async ({ ctx, input: { id } }) => {
      const { cookies } = ctx;
      cookies.setKeys(id === undefined ? [] : await keysWithout(ctx.deps, cookies.kept, id));
      cookies.dropProofs(id);
      return { ok: true };
    }),

  /** Whether an appointment's customer gets texts about it. */
  texts: owner.input(byIdSchema).query(({ ctx, input }) => readTexts(ctx, input)),
  setTexts: owner.input(textsSchema).mutation(({ ctx, input }) => setTexts(ctx, input)),

  /** Emails a guest the link. Later messages go to that address too. */
  sendLink: owner.input(linkMailSchema).mutation(async ({ ctx, input }) => {
    await sendLink(ctx, input, ctx.request.address);
    return { ok: true };
  }),

  /** Ends every link to an appointment and returns a new one to its owner or to staff. */
  renewGuestLink: owner.input(byIdSchema).mutation(async ({ ctx, input }) => {
    const { link, key } = await renewLink(ctx, input);
    if (key) ctx.cookies.setKeys(await keysWith(ctx.deps, ctx.cookies.kept, key));
    return { link };
  }),

  /** Completed appointments, latest first, 20 per page. */
  history: owner.input(pageSchema).query(({ ctx, input }) => readHistory(ctx, input)),

  /** The 5 latest completed appointments. */
  recentCompleted: owner.query(({ ctx }) => readRecentCompleted(ctx)),

  /**
   * Sets a guest's browser cookie, so that a booking is safe to repeat even if the answer to the
   * first request is lost.
   */
  beginAsGuest: anyone.mutation(({ ctx }) => {
    senderOf(ctx);
    return { ok: true };
  }),

  create: anyone
    .meta({ access: 'anyone', change: 'uncounted' })
    .input(bookAppointmentSchema)
    .use(limited('booking'))
    // A booking with a code is a guess like any other.
    .use(
      limited<{ promoCode?: unknown }>('promo', { onlyIf: ({ promoCode }) => Boolean(promoCode) }),
    )
    .mutation(async ({ ctx, input }) => {
      const booked = await bookAppointment(ctx, input, senderOf(ctx));
      const key = booked.manageToken && signedKeyOf(ctx.deps, booked.manageToken);
      if (key) ctx.cookies.setKeys(await keysWith(ctx.deps, ctx.cookies.kept, key));
      return booked;
    }),

  modify: owner
    .input(modificationSchema)
    .mutation(({ ctx, input }) => modifyAppointment(ctx, input)),

  /** Changes an appointment's fields or cancels it, for outside callers. */
  patch: owner
    .input(ownerPatchSchema)
    .mutation(({ ctx, input }) => patchOwnAppointment(ctx, input)),

  cancel: ownerAlways
    .input(cancellationSchema)
    .mutation(({ ctx, input }) => cancelAppointment(ctx, input)),

  createPaymentAuthorization: owner
    .input(z.object({ appointmentId: idSchema, promoCode: z.nullish(promoCodeSchema) }))
    .mutation(({ ctx, input }) => createPaymentAuthorization(ctx, input, senderOf(ctx))),

  /** Chooses whether the card that's being entered is kept for next time. */
  keepCard: signedIn
    .input(z.object({ appointmentId: idSchema, keep: z.boolean() }))
    .mutation(({ ctx, input }) => keepCard(ctx, input)),

  confirmPaymentSetup: owner
    .input(confirmSetupSchema)
    .mutation(({ ctx, input }) => confirmPaymentSetup(ctx, input)),

  /** Uses one of the caller's saved cards instead of a new one. */
  useSavedCard: signedIn
    .input(savedCardSchema)
    .mutation(({ ctx, input }) => useSavedCard(ctx, input)),

  /** A payment of an appointment's balance, ready for confirmCardPayment in the browser. */
  createBalancePayment: ownerAlways
    .input(balancePaymentSchema)
    .mutation(({ ctx, input }) => createBalancePayment(ctx, input)),

  confirmBalancePayment: ownerAlways
    .input(z.object({ appointmentId: idSchema }))
    .mutation(({ ctx, input }) => confirmBalancePayment(ctx, input)),

  validatePromo: anyone
    .input(z.object({ promoCode: promoCodeSchema }))
    .use(limited('promo'))
    .mutation(({ ctx, input }) => validatePromoCode(ctx, input)),
});
