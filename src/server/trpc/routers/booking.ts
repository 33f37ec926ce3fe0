import * as z from 'zod/mini';
import {
  appointmentIdSchema,
  bookingSchema,
  cancellationSchema,
  confirmSetupSchema,
  idSchema,
  modificationSchema,
  promoCodeSchema,
} from '@/domain/booking/schemas';
import {
  cancelBooking,
  createBooking,
  listBookings,
  modifyBooking,
  readBooking,
  validatePromoCode,
} from '@/server/modules/appointments/booking.usecases';
import {
  confirmPaymentSetup,
  createPaymentAuthorization,
} from '@/server/modules/payments/setup.usecases';
import { anyone, owner, router } from '../init';

export const bookingRouter = router({
  /** The caller's deliveries; none for a visitor. */
  list: anyone.query(({ ctx }) => listBookings(ctx)),

  get: owner.input(appointmentIdSchema).query(({ ctx, input }) => readBooking(ctx, input)),

  create: anyone.input(bookingSchema).mutation(async ({ ctx, input }) => {
    const booked = await createBooking(ctx, input);
    if (booked.manageToken) ctx.cookies.setGuest(booked.manageToken);
    return booked;
  }),

  modify: owner.input(modificationSchema).mutation(({ ctx, input }) => modifyBooking(ctx, input)),

  cancel: owner.input(cancellationSchema).mutation(({ ctx, input }) => cancelBooking(ctx, input)),

  createPaymentAuthorization: owner
    .input(z.object({ appointmentId: idSchema, promoCode: z.nullish(promoCodeSchema) }))
    .mutation(({ ctx, input }) => createPaymentAuthorization(ctx, input)),

  confirmPaymentSetup: owner
    .input(confirmSetupSchema)
    .mutation(({ ctx, input }) => confirmPaymentSetup(ctx, input)),

  validatePromo: anyone
    .input(z.object({ promoCode: promoCodeSchema }))
    .mutation(({ ctx, input }) => validatePromoCode(ctx, input)),
});
