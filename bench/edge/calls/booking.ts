/** Customer and guest calls: from an open window to an appointment, its card, and its cancellation. */
import { book, ORDER } from '../../../tests/support/actors';
import { payInBrowser } from '../../../tests/support/paying';
import type { Calls } from '../call';
import { DATE, FIRST_SLOT, LATER, type Scene, SECOND_SLOT } from '../scene';

export const NEW_ORDER = { ...ORDER, date: DATE, time: FIRST_SLOT };
const PHONE = { customerPhone: '(269) 555-0100' };

/** A customer with 5 appointments. */
async function customerWithFive(scene: Scene) {
  const visitor = await scene.freshCustomer();
  for (let count = 0; count < 5; count += 1) await book(visitor, NEW_ORDER);
  return visitor;
}

/** A guest with an appointment and its delivery link. */
async function guest(scene: Scene) {
  const visitor = scene.visitor();
  const { appointment, manageToken } = await visitor.trpc.booking.create.mutate({
    ...NEW_ORDER,
    ...PHONE,
  });
  return { visitor, id: appointment.id, token: manageToken ?? '' };
}

/** Kim's appointment without a card. */
async function held({ kim }: Scene): Promise<string> {
  return (await kim.trpc.booking.create.mutate(NEW_ORDER)).appointment.id;
}

/** A card that was entered for the appointment but isn't saved yet. */
export async function typedCard(scene: Scene) {
  const appointmentId = await held(scene);
  const { booking } = scene.kim.trpc;
  const authorization = await booking.createPaymentAuthorization.mutate({ appointmentId });
  await scene.kim.enterCard(authorization);
  return { appointmentId, setupIntentId: authorization.setupIntentId ?? '' };
}

/** The payment of a balance after a declined card. */
export async function balance(scene: Scene) {
  const appointmentId = await scene.declined();
  const { appointment } = await scene.staff.trpc.admin.appointment.query({ id: appointmentId });
  return { appointmentId, remainingAmount: (appointment.totalPriceCents / 100).toFixed(2) };
}

export const bookings: Calls = {
  'booking.list': async (scene) => {
    const visitor = await customerWithFive(scene);
    return () => visitor.trpc.booking.list.query();
  },
  'booking.create':
    ({ kim }) =>
    () =>
      kim.trpc.booking.create.mutate(NEW_ORDER),
  'booking.create (sent with a request id)': (scene) => () =>
    scene.kim.trpc.booking.create.mutate({ ...NEW_ORDER, requestId: scene.key() }),
  'booking.create (as a guest)': (scene) => () =>
    scene.visitor().trpc.booking.create.mutate({ ...NEW_ORDER, ...PHONE }),
  'booking.createPaymentAuthorization': async (scene) => {
    const appointmentId = await held(scene);
    return () => scene.kim.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  },
  'booking.keepCard': async (scene) => {
    const { appointmentId } = await typedCard(scene);
    return () => scene.kim.trpc.booking.keepCard.mutate({ appointmentId, keep: false });
  },
  'booking.confirmPaymentSetup': async (scene) => {
    const setup = await typedCard(scene);
    return () => scene.kim.trpc.booking.confirmPaymentSetup.mutate(setup);
  },
  'booking.cancel': async (scene) => {
    const id = await scene.booked();
    return () => scene.kim.trpc.booking.cancel.mutate({ id });
  },
};

export const bookingCalls: Calls = {
  'slots.reopening':
    ({ kim }) =>
    () =>
      kim.trpc.slots.reopening.query(),
  'slots.open':
    ({ kim }) =>
    () =>
      kim.trpc.slots.open.query({ date: DATE }),
  'booking.get': async (scene) => {
    const id = await scene.booked();
    return () => scene.kim.trpc.booking.get.query({ id });
  },
  'booking.manage': async (scene) => {
    const { token } = await guest(scene);
    return () => scene.visitor().trpc.booking.manage.mutate({ token });
  },
  'booking.guestLink': async (scene) => {
    const { visitor } = await guest(scene);
    return () => visitor.trpc.booking.guestLink.query();
  },
  'booking.leftFromGuests':
    ({ kim }) =>
    () =>
      kim.trpc.booking.leftFromGuests.query(),
  'booking.removeFromBrowser': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.removeFromBrowser.mutate({ id });
  },
  'booking.renewGuestLink': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.renewGuestLink.mutate({ id });
  },
  'booking.provePhone': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.provePhone.mutate({ id, lastDigits: '0100' });
  },
  'booking.texts': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.texts.query({ id });
  },
  'booking.setTexts': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.setTexts.mutate({ id, isOn: false });
  },
  'booking.sendLink': async (scene) => {
    const { visitor, id } = await guest(scene);
    return () => visitor.trpc.booking.sendLink.mutate({ id, email: 'guest@lake.example' });
  },
  'booking.history':
    ({ kim }) =>
    () =>
      kim.trpc.booking.history.query({ page: 1 }),
  'booking.recentCompleted':
    ({ kim }) =>
    () =>
      kim.trpc.booking.recentCompleted.query(),
  'booking.beginAsGuest': (scene) => () => scene.visitor().trpc.booking.beginAsGuest.mutate(),
  'booking.modify': async (scene) => {
    const id = await scene.booked();
    const changed = { ...NEW_ORDER, id, date: LATER, time: SECOND_SLOT, estimatedGallons: 22 };
    return () => scene.kim.trpc.booking.modify.mutate(changed);
  },
  'booking.patch': async (scene) => {
    const id = await scene.booked();
    return () => scene.kim.trpc.booking.patch.mutate({ id, estimatedGallons: 23 });
  },
  'booking.useSavedCard': async (scene) => {
    await scene.booked();
    const [card] = await scene.kim.trpc.account.cards.query();
    const use = { appointmentId: await held(scene), paymentMethodId: card?.id ?? '' };
    return () => scene.kim.trpc.booking.useSavedCard.mutate(use);
  },
  'booking.createBalancePayment': async (scene) => {
    const owed = await balance(scene);
    return () => scene.kim.trpc.booking.createBalancePayment.mutate(owed);
  },
  'booking.confirmBalancePayment': async (scene) => {
    const { appointmentId, ...amount } = await balance(scene);
    const { booking } = scene.kim.trpc;
    const { clientSecret } = await booking.createBalancePayment.mutate({
      appointmentId,
      ...amount,
    });
    await payInBrowser(scene, clientSecret, { number: '4242424242424242' });
    return () => booking.confirmBalancePayment.mutate({ appointmentId });
  },
  'booking.validatePromo':
    ({ kim }) =>
    () =>
      kim.trpc.booking.validatePromo.mutate({ promoCode: 'NOSUCH' }),
};
