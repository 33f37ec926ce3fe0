import * as z from 'zod/mini';
import { ownerPatchSchema } from '@/domain/booking/patch-schemas';
import {
  appointmentIdSchema,
  balancePaymentSchema,
  bookingSchema,
  cancellationSchema,
  confirmSetupSchema,
  idSchema,
  manageTokenSchema,
  modificationSchema,
  pageSchema,
  promoCodeSchema,
  savedCardSchema,
} from '@/domain/booking/schemas';
import {
  createBooking,
  listBookings,
  validatePromoCode,
} from '@/server/modules/appointments/booking.usecases';
import {
  cancelBooking,
  modifyBooking,
  patchBooking,
} from '@/server/modules/appointments/booking-changes.usecases';
import {
  openManageLink,
  readBooking,
  readGuestLink,
  readHistory,
  readRecentCompleted,
} from '@/server/modules/appointments/history.usecases';
import {
  confirmBalancePayment,
  createBalancePayment,
} from '@/server/modules/payments/balance.usecases';
import { useSavedCard } from '@/server/modules/payments/cards.usecases';
import {
  confirmPaymentSetup,
  createPaymentAuthorization,
} from '@/server/modules/payments/setup.usecases';
import { anyone, owner, router, signedIn } from '../init';
import { limited } from '../limits';

export const bookingRouter = router({
  /** The caller's deliveries; none for a visitor. */
  list: anyone.query(({ ctx }) => listBookings(ctx)),

  /** With its photos and the truth about its payment. */
  get: owner.input(appointmentIdSchema).query(({ ctx, input }) => readBooking(ctx, input)),

  /** A guest's link from a letter: this browser may see and cancel that booking from now on. */
  manage: anyone.input(manageTokenSchema).mutation(async ({ ctx, input }) => {
    const booking = await openManageLink(ctx, input);
    ctx.cookies.setGuest(input.token);
    return booking;
  }),

  /** A guest's own link; null for everybody else. */
  guestLink: anyone.query(({ ctx }) => readGuestLink(ctx)),

  /** Completed deliveries, the last one first, 20 to a page. */
  history: owner.input(pageSchema).query(({ ctx, input }) => readHistory(ctx, input)),

  /** The last five completed. */
  recentCompleted: owner.query(({ ctx }) => readRecentCompleted(ctx)),

  create: anyone
    .input(bookingSchema)
    .use(limited('booking'))
    .mutation(async ({ ctx, input }) => {
      const booked = await createBooking(ctx, input);
      if (booked.manageToken) ctx.cookies.setGuest(booked.manageToken);
      return booked;
    }),

  modify: owner.input(modificationSchema).mutation(({ ctx, input }) => modifyBooking(ctx, input)),

  /** Some fields of it, or its cancelling; for outside callers. */
  patch: owner.input(ownerPatchSchema).mutation(({ ctx, input }) => patchBooking(ctx, input)),

  cancel: owner.input(cancellationSchema).mutation(({ ctx, input }) => cancelBooking(ctx, input)),

  createPaymentAuthorization: owner
    .input(z.object({ appointmentId: idSchema, promoCode: z.nullish(promoCodeSchema) }))
    .mutation(({ ctx, input }) => createPaymentAuthorization(ctx, input)),

  confirmPaymentSetup: owner
    .input(confirmSetupSchema)
    .mutation(({ ctx, input }) => confirmPaymentSetup(ctx, input)),

  /** One of the caller's saved cards in place of a typed one. */
  useSavedCard: signedIn
    .input(savedCardSchema)
    .mutation(({ ctx, input }) => useSavedCard(ctx, input)),

  /** What is left to pay of a delivery, ready for confirmCardPayment in the browser. */
  createBalancePayment: owner
    .input(balancePaymentSchema)
    .mutation(({ ctx, input }) => createBalancePayment(ctx, input)),

  confirmBalancePayment: owner
    .input(z.object({ appointmentId: idSchema }))
    .mutation(({ ctx, input }) => confirmBalancePayment(ctx, input)),

  validatePromo: anyone
    .input(z.object({ promoCode: promoCodeSchema }))
    .use(limited('promo'))
    .mutation(({ ctx, input }) => validatePromoCode(ctx, input)),
});
