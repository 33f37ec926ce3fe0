import { lowerTotalText } from '@/client/appointment/total-question';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { Day } from '@/client/features/driver/day/driver-day';
import type { PartInReview } from '@/domain/appointment/completion';
import { inWords } from '@/domain/limits';
import type { Cents } from '@/domain/money';
import type { QueuedAction, WalkUp } from './device-action';
import type { SendOutcome } from './send-result';

const UNREACHED = 'We couldn’t notify the customer, because they can’t get our emails or texts.';

/** For a customer at the dock who hasn't added a card. */
const PAYS_BY_CODE = 'Have the customer scan the code to pay.';

/** Shows the toast for an action the server accepted. */
export function toastDone(
  { action }: QueuedAction,
  { customerNotified, held, totalCents, codeRefused, codeProblem }: SendOutcome,
  days: readonly (readonly [unknown, Day | undefined])[],
): void {
  switch (action.kind) {
    case 'enRoute':
      // The action was sent after the trip had ended, so the customer is only notified of the end.
      if (customerNotified === null) return;
      return void toastSuccess(
        'Status updated',
        customerNotified
          ? "Customer has been notified you're on the way!"
          : `${UNREACHED} Call them.`,
      );
    case 'undoEnRoute':
      return void toastSuccess(
        'Back to Scheduled',
        customerNotified
          ? 'Customer has been notified that you aren’t on the way yet.'
          : customerNotified === false
            ? 'We couldn’t notify the customer. Call them.'
            : undefined,
      );
    case 'complete': {
      const deliveries = days.flatMap(([, day]) => day?.deliveries ?? []);
      const delivery = deliveries.find(({ id }) => id === action.id);
      const isReached = delivery?.customerReachable ?? true;
      const unreached = delivery?.takesFirstCard ? PAYS_BY_CODE : UNREACHED;
      return void toastSuccess(
        'Delivery completed!',
        completedText(held, isReached ? 'Customer has been notified.' : unreached),
      );
    }
    case 'notDelivered':
      return void toastSuccess(
        action.tryAgain ? 'Delivery Postponed' : 'Delivery Ended',
        customerNotified
          ? 'Dispatch and the customer have been notified. The customer won’t be charged.'
          : `Dispatch has been notified. ${UNREACHED}`,
      );
    case 'walkUp':
      if (codeRefused) {
        return void toast({
          title: 'Walk-up Booked',
          description: `${codeProblem ?? `The discount code ${action.promoCode} can’t be used.`} The customer pays the full price. Have the customer scan the code to add a card.`,
          // The driver must tell the customer, so the message stays until it's dismissed or replaced.
          duration: Number.POSITIVE_INFINITY,
        });
      }
      return void toastSuccess(
        'Walk-up Booked',
        `Have the customer scan the code to add a card.${lowerOf(action, totalCents)}`,
      );
    case 'load':
      return void toastSuccess('Load Saved', 'Dispatch can see your onboard load.');
    case 'truck':
      return void toastSuccess('Truck Saved', `You’re driving ${action.name}.`);
    case 'spill':
      return void toastSuccess('Spill Reported', 'Dispatch can see your report.');
    case 'report':
      return void toastSuccess('Issue Reported', 'Dispatch has been notified.');
    case 'duty':
      return void toastSuccess(
        'Status updated',
        action.status === 'offline'
          ? 'You’re offline. New deliveries will go to other drivers.'
          : 'You’re available for new deliveries.',
      );
    case 'position':
      return void toastSuccess('Location Updated', 'Dispatch can see where you are.');
    case 'order':
    case 'seeChange':
    case 'completePhoto':
    case 'reportPhoto':
    case 'fillerPhoto':
      return;
  }
}

/** Returns a sentence if a walk-up costs less than quoted, otherwise an empty text. */
const lowerOf = ({ expectedTotalCents }: WalkUp, totalCents: Cents | undefined): string =>
  totalCents === undefined ? '' : lowerTotalText(totalCents, expectedTotalCents ?? null);

/** The toast's text, depending on which part of the charge staff review first. */
function completedText(held: PartInReview | undefined, notified: string): string {
  if (held === undefined) return notified;
  return held === 'all'
    ? 'Staff will review these numbers first. The customer won’t be charged or notified until then.'
    : `${notified} Staff will review part of the amount before it’s charged.`;
}

/** Shows the toast for a refused action. The action stays on the screen. */
export function toastRefused({ action, refusal, isKept }: QueuedAction): void {
  if (isKept && action.kind !== 'enRoute') {
    const description = `${refusal} Dispatch will decide what to record.`;
    return void toast({ title: 'Sent to Dispatch', description });
  }
  const title = action.kind === 'complete' ? 'Completion Failed' : 'Update Failed';
  const description =
    action.kind === 'complete'
      ? `Failed to complete the appointment: ${refusal}`
      : (refusal ?? undefined);
  toastError(title, description);
}

/** Shows the toast for an unsent action. `until` (ms) is set if the server named a time. */
export function toastWaiting({
  isStored,
  hasSignal,
  until,
}: {
  isStored: boolean;
  /** True if the last call was answered. */
  hasSignal: boolean;
  until?: number;
}): void {
  if (until !== undefined) {
    const when = inWords(until - Date.now());
    return void toast({
      title: 'Too Many Updates',
      description: `We’ll send this automatically ${when}. Keep working.`,
    });
  }
  toast({
    title: hasSignal ? 'Still Sending' : 'Waiting for Signal',
    description: isStored
      ? hasSignal
        ? 'The signal is weak. Your update is saved on this device until it’s sent.'
        : 'Saved on this device. We’ll send it when you have signal.'
      : 'This browser can’t save your update. Keep this page open until it’s sent.',
  });
}

/** Shows the toast after an undo, or null if the action was already sent. */
export function toastUndone(undone: { wasTried: boolean } | null): void {
  if (!undone) {
    toast({ title: 'Action Not Undone', description: 'It was already sent. Call dispatch.' });
    return;
  }
  toast({
    title: 'Action Undone',
    description: undone.wasTried
      ? 'If it went through before you lost signal, it still counts and you’ll see it here.'
      : 'It wasn’t sent.',
  });
}
