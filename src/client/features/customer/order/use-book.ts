import { useRef } from 'react';
import type { CardOutcome, SaveCard } from '@/client/appointment/card-outcome';
import { toastConfirmed, toastPaymentCancelled } from '@/client/appointment/confirmed-toast';
import { asExpected, askedTotal, lowerTotalText } from '@/client/appointment/total-question';
import { toast, toastError } from '@/client/components/feedback/toast-store';
import { noteBooked } from '@/client/lib/just-booked';
import { newId } from '@/client/lib/new-id';
import {
  type Attempt,
  type BookRequest,
  keepDraft,
  readDraft,
  useAttempt,
} from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import { serverNow } from '@/client/lib/server-clock';
import { trpc } from '@/client/lib/trpc';
import type { Cents } from '@/domain/money';
import { isSameRequest } from './attempt';
import type { OwnTimeSlot } from './use-slots';

/** Asks whether it may cost this much; false if not. */
type MayCost = (totalCents: Cents, message: string) => Promise<boolean>;

/** What the form does after an attempt: start anew, stay as it is, or ask for another time. */
type Next = 'start-anew' | 'stay' | 'choose-time';

/**
 * Books: book the appointment, have its card saved, tell the result. `book` resolves in
 * every case.
 */
export function useBook(saveCard: SaveCard, mayCost: MayCost) {
  const utils = trpc.useUtils();
  const create = trpc.booking.create.useMutation();
  const beginAsGuest = trpc.booking.beginAsGuest.useMutation();
  const cancel = trpc.booking.cancel.useMutation();
  // The form reads it too: it must not take the time slot that it holds itself for a full one.
  const attempt = useAttempt();
  const releasing = useRef<Promise<unknown>>(Promise.resolve());

  /** Kept under the customer's id, because it holds their contact details. */
  const remember = (attempt: Attempt | null) => {
    const customer = utils.auth.me.getData();
    keepDraft({ attempt, ...(customer && { userId: customer.id }) });
  };
  const refresh = () => {
    void utils.slots.window.invalidate();
    void utils.booking.list.invalidate();
  };

  /** Ends the hold of an attempt that was given up; it would expire by itself later. */
  const release = async ({ appointmentId, requestId, request }: Attempt) => {
    let id = appointmentId;
    if (id === null) {
      // The answer was lost. The same request id returns the appointment that it has made.
      const { appointment } = await create.mutateAsync({ ...request, requestId });
      id = appointment.id;
    }
    await cancel.mutateAsync({ id });
  };

  const releaseEarlier = async (request: BookRequest) => {
    await releasing.current;
    const earlier = readDraft().attempt;
    if (!earlier || isSameRequest(earlier.request, request)) return;
    try {
      await release(earlier);
    } catch (error) {
      // After a refusal there is no hold to end. Without an answer the next call would fail as well.
      if (!problemOf(error).answered) throw error;
    }
    remember(null);
  };

  const book = async (request: BookRequest, shownCents: Cents | null): Promise<Next> => {
    try {
      await releaseEarlier(request);
      const sending = readDraft().attempt ?? newAttempt(request);
      remember(sending);
      // Makes what a guest books safe to send again.
      if (!utils.auth.me.getData()) await beginAsGuest.mutateAsync();
      const { requestId } = sending;
      const input = { ...request, requestId, ...asExpected(shownCents) };
      const booked = await create.mutateAsync(input);
      const { id: appointmentId, holdExpiresAt, totalPriceCents, testMode } = booked.appointment;
      remember({ ...sending, appointmentId, holdExpiresAt });
      // Only guests get a manage token, so the session of a signed-in customer has ended.
      if (booked.manageToken) void utils.auth.me.invalidate();
      toast({
        title: 'Appointment Created',
        description: `Save your payment method to authorize future charges.${testMode ? '' : lowerTotalText(totalPriceCents, shownCents)}`,
      });
      return tellOutcome(await saveCard(booked.appointment));
    } catch (error) {
      const problem = problemOf(error);
      const { answered, reason, message } = problem;
      if (!answered) {
        toastError('Failed to create appointment', message);
        return 'stay';
      }
      // A refusal books nothing. After an internal error that is not certain.
      if (reason) remember(null);
      const askedCents = askedTotal(problem);
      if (askedCents !== null) {
        void utils.pricing.current.invalidate();
        return (await mayCost(askedCents, message)) ? book(request, askedCents) : 'stay';
      }
      toastError('Booking Failed', message);
      refresh();
      void utils.account.docks.invalidate();
      return 'choose-time';
    }
  };

  const tellOutcome = (outcome: CardOutcome): Next => {
    switch (outcome.kind) {
      case 'saved':
      case 'test':
        noteBooked(readDraft().attempt?.appointmentId ?? null);
        remember(null);
        refresh();
        toastConfirmed(outcome.kind);
        return 'start-anew';
      case 'cancelled':
        toastPaymentCancelled();
        giveUp();
        return 'stay';
      case 'lost':
        remember(null);
        refresh();
        toastError('Booking Failed', outcome.message);
        return 'choose-time';
      case 'failed':
        refresh();
        toastError('Failed to set up payment authorization', outcome.message);
        return 'stay';
    }
  };

  /** Releases the hold in the background. The appointment leaves the list at once. */
  const giveUp = () => {
    const given = readDraft().attempt;
    if (!given) return;
    utils.booking.list.setData(undefined, (listed) =>
      listed?.filter(({ id }) => id !== given.appointmentId),
    );
    releasing.current = release(given)
      // Before the slots are fetched again, the form would take its own time slot for a lost one.
      .then(() => utils.slots.window.invalidate())
      .then(() => remember(null))
      // Without a connection the attempt stays, and is released before the next one.
      .catch(() => {})
      .finally(refresh);
  };

  return { book, own: attempt && ownTimeSlot(attempt) };
}

const newAttempt = (request: BookRequest): Attempt => ({
  requestId: newId(),
  request,
  appointmentId: null,
  holdExpiresAt: null,
});

/** The time slot that an attempt holds; null once its hold has expired. */
function ownTimeSlot({ request, holdExpiresAt }: Attempt): OwnTimeSlot | null {
  if (holdExpiresAt !== null && holdExpiresAt < serverNow()) return null;
  return { date: request.date, time: request.time };
}
