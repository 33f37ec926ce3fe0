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

/** Asks the customer to accept a higher total. Resolves to false if they don't. */
type MayCost = (totalCents: Cents, message: string) => Promise<boolean>;

/**
 * The form's next step after an attempt: reset, no change, ask for another window, or check the
 * promo code again.
 */
type Next = 'start-over' | 'stay' | 'choose-time' | 'try-code';

/**
 * Books an appointment, asks for its card, and shows the result in a toast. `book` never rejects.
 */
export function useBook(saveCard: SaveCard, mayCost: MayCost) {
  const utils = trpc.useUtils();
  const create = trpc.booking.create.useMutation();
  const beginAsGuest = trpc.booking.beginAsGuest.useMutation();
  const cancel = trpc.booking.cancel.useMutation();
  // The form reads the attempt, too, so that it doesn't treat the window of its own hold as full.
  const attempt = useAttempt();
  const releasing = useRef<Promise<unknown>>(Promise.resolve());

  /** Stores the attempt with the customer's ID, because it has their contact details. */
  const remember = (attempt: Attempt | null) => {
    const customer = utils.auth.me.getData();
    keepDraft({ attempt, ...(customer && { userId: customer.id }) });
  };
  const refresh = () => {
    void utils.slots.window.invalidate();
    void utils.booking.list.invalidate();
  };

  /**
   * Ends the hold of an abandoned attempt now. Otherwise, it would reserve the window until it
   * expires.
   */
  const release = async ({ appointmentId, requestId, request }: Attempt) => {
    let id = appointmentId;
    if (id === null) {
      // The answer was lost. Sending the same request ID again returns the appointment.
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
      // A refusal means that there's no hold to end. But without an answer, the next call would
      // fail, too.
      if (!problemOf(error).answered) throw error;
    }
    remember(null);
  };

  const book = async (request: BookRequest, shownCents: Cents | null): Promise<Next> => {
    try {
      await releaseEarlier(request);
      const sending = readDraft().attempt ?? newAttempt(request);
      remember(sending);
      // With this cookie, a guest's booking can safely be sent again.
      if (!utils.auth.me.getData()) await beginAsGuest.mutateAsync();
      const { requestId } = sending;
      const input = { ...request, requestId, ...asExpected(shownCents) };
      const booked = await create.mutateAsync(input);
      const { id: appointmentId, holdExpiresAt, totalPriceCents, testMode } = booked.appointment;
      remember({ ...sending, appointmentId, holdExpiresAt });
      // Only guests get a manage token. So this customer's session has ended.
      if (booked.manageToken) void utils.auth.me.invalidate();
      toast({
        title: 'Appointment Created',
        description: `${utils.auth.me.getData()?.billTo ? '' : 'Save your payment method to authorize future charges.'}${testMode ? '' : lowerTotalText(totalPriceCents, shownCents)}`,
      });
      return tellOutcome(await saveCard(booked.appointment));
    } catch (error) {
      const problem = problemOf(error);
      const { answered, reason, message } = problem;
      if (!answered) {
        toastError('Failed to create appointment', message);
        return 'stay';
      }
      // After a refusal, nothing was booked. After an internal error, we can't be sure.
      if (reason) remember(null);
      const askedCents = askedTotal(problem);
      if (askedCents !== null) {
        void utils.pricing.current.invalidate();
        return (await mayCost(askedCents, message)) ? book(request, askedCents) : 'stay';
      }
      toastError('Booking Failed', message);
      refresh();
      void utils.account.docks.invalidate();
      if (problem.field === 'promoCode') return 'try-code';
      // If we don't deliver to this location, another window wouldn't help.
      return problem.field === 'location' ? 'stay' : 'choose-time';
    }
  };

  const tellOutcome = (outcome: CardOutcome): Next => {
    switch (outcome.kind) {
      case 'saved':
      case 'test':
      case 'invoice':
        refresh();
        // The confirmation replaces the form while the list is being fetched again.
        noteBooked(readDraft().attempt?.appointmentId ?? null);
        remember(null);
        toastConfirmed(outcome.kind);
        return 'start-over';
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

  /** Removes the appointment from the list, and releases its hold in the background. */
  const giveUp = () => {
    const abandoned = readDraft().attempt;
    if (!abandoned) return;
    utils.booking.list.setData(undefined, (listed) =>
      listed?.filter(({ id }) => id !== abandoned.appointmentId),
    );
    releasing.current = release(abandoned)
      // Until the windows are fetched again, the form would treat its own window as lost.
      .then(() => utils.slots.window.invalidate())
      .then(() => remember(null))
      // Without a connection, the attempt is kept, and the next one releases it.
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

/** @returns the window that an attempt holds, or null once the hold expired */
function ownTimeSlot({ request, holdExpiresAt }: Attempt): OwnTimeSlot | null {
  if (holdExpiresAt !== null && holdExpiresAt < serverNow()) return null;
  return { date: request.date, time: request.time };
}
