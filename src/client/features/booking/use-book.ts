import { useRef, useState } from 'react';
import { toast } from '@/client/components/toast-store';
import type { SaveCard } from '@/client/lib/card-outcome';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { type Attempt, type BookingRequest, isSameRequest } from './booking-attempt';

const failed = (title: string, description: string) =>
  toast({ variant: 'destructive', title, description });

/**
 * The booking flow: create the booking, have its card saved, say how it went. `book` resolves in
 * every case, with what the form should do next.
 */
export function useBook(saveCard: SaveCard) {
  const utils = trpc.useUtils();
  const create = trpc.booking.create.useMutation();
  const cancel = trpc.booking.cancel.useMutation();
  // The attempt may hold a window; the form must know, or it would show its own place as taken.
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const current = useRef<Attempt | null>(null);
  const letting = useRef<Promise<unknown>>(Promise.resolve());

  const remember = (next: Attempt | null) => {
    current.current = next;
    setAttempt(next);
  };
  const refresh = () => {
    void utils.slots.window.invalidate();
    void utils.booking.list.invalidate();
  };

  /** Frees the window of an attempt that is given up; the hold would run out by itself later. */
  const letGo = async (given: Attempt) => {
    let id = given.appointmentId;
    if (id === null) {
      // Nobody knows whether it was booked: sent again with its own id, the server tells.
      const { requestId, request } = given;
      const again = await create.mutateAsync({ ...request, requestId });
      id = again.appointment.id;
    }
    await cancel.mutateAsync({ id });
  };

  const letGoOfEarlier = async (request: BookingRequest) => {
    await letting.current;
    const earlier = current.current;
    if (!earlier || isSameRequest(earlier.request, request)) return;
    try {
      await letGo(earlier);
    } catch (error) {
      // Refused: then there is nothing to free. Unanswered: the new one would fail as well.
      if (!problemOf(error).answered) throw error;
    }
    // Not told to the form: the next attempt follows at once, often for the same window.
    current.current = null;
  };

  const book = async (request: BookingRequest): Promise<'booked' | 'keep' | 'choose-time'> => {
    try {
      await letGoOfEarlier(request);
      const sending = current.current ?? {
        requestId: newId(),
        request,
        appointmentId: null,
      };
      remember(sending);
      const booked = await create.mutateAsync({ ...request, requestId: sending.requestId });
      remember({ ...sending, appointmentId: booked.appointment.id });
      // A key for guests although somebody was signed in: the session has ended meanwhile.
      if (booked.manageToken) void utils.auth.me.invalidate();
      toast({
        title: 'Appointment Created',
        description: 'Save your payment method to authorize future charges.',
      });
      return await finish(await saveCard(booked.appointment));
    } catch (error) {
      const { answered, reason, message } = problemOf(error);
      if (!answered) {
        failed('Failed to create appointment', message);
        return 'keep';
      }
      // A refusal made no booking. After a failure on the server's side that is not certain.
      if (reason) remember(null);
      failed('Booking Failed', message);
      refresh();
      return 'choose-time';
    }
  };

  const finish = async (outcome: Awaited<ReturnType<SaveCard>>) => {
    // A cancelled one is looked at again once it is gone.
    if (outcome.kind !== 'cancelled') refresh();
    switch (outcome.kind) {
      case 'saved':
      case 'test':
        remember(null);
        toast({
          variant: 'success',
          title: 'Appointment Confirmed!',
          description:
            outcome.kind === 'test'
              ? 'Test Card: nothing is stored and nothing is charged.'
              : 'Payment method authorized. Full amount will be charged after service completion.',
        });
        return 'booked';
      case 'cancelled': {
        failed(
          'Payment Cancelled',
          'Appointment booking was cancelled. Please try again to complete your reservation.',
        );
        const given = current.current;
        if (given) {
          // Gone from the list at once, whether or not it was listed.
          utils.booking.list.setData(undefined, (listed) =>
            listed?.filter(({ id }) => id !== given.appointmentId),
          );
          letting.current = letGo(given)
            // Until the slots are known anew, the form must not take its own place for a lost one.
            .then(() => utils.slots.window.invalidate())
            .then(() => remember(null))
            // Offline: the attempt is kept, and freed before the next one.
            .catch(() => {})
            .finally(refresh);
        }
        return 'keep';
      }
      case 'lost':
        remember(null);
        failed('Booking Failed', outcome.message);
        return 'choose-time';
      case 'failed':
        failed('Failed to set up payment authorization', outcome.message);
        return 'keep';
    }
  };

  const own = attempt ? { date: attempt.request.date, time: attempt.request.time } : null;
  return { book, own };
}
