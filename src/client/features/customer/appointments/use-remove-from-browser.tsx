import type { ReactNode } from 'react';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { forgetContact } from '@/client/lib/contact-store';
import { noteBooked } from '@/client/lib/just-booked';
import { forgetAttemptOf, forgetDraft } from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Deliveries that this browser shows while nobody is signed in. */
type Shown = readonly { id: string; publicCode: string }[];

/**
 * Asks, then removes deliveries from this browser: `remove([one], all)`. They stay booked. Removing
 * the last one also deletes the guest's stored contact details.
 */
export function useRemoveFromBrowser(): {
  remove: (removed: Shown, all: Shown) => Promise<void>;
  isPending: boolean;
  removeDialog: ReactNode;
} {
  const utils = trpc.useUtils();
  const removal = trpc.booking.removeFromBrowser.useMutation();
  const { confirm, confirmDialog } = useConfirm();

  const remove = async (removed: Shown, all: Shown) => {
    const [first] = removed;
    if (!first || !(await confirm(questionOf(removed)))) return;
    const isAll = removed.length === all.length;
    try {
      await removal.mutateAsync(isAll ? {} : { id: first.id });
    } catch (error) {
      toastError('Delivery Not Removed', problemOf(error).message);
      return;
    }
    noteBooked(null);
    for (const { id } of removed) forgetAttemptOf(id);
    if (isAll) {
      forgetContact(null);
      forgetDraft();
    }
    toastSuccess('Removed From This Browser', 'Nothing was cancelled.');
    await utils.booking.invalidate();
  };
  return { remove, isPending: removal.isPending, removeDialog: confirmDialog };
}

function questionOf(removed: Shown) {
  const [first] = removed;
  if (removed.length === 1 && first) {
    return {
      title: 'Remove this delivery from this browser?',
      description: `${first.publicCode} stays booked. You’ll need its link to open it. If it’s yours, copy the link first.`,
      confirmLabel: 'Remove Delivery',
      cancelLabel: 'Keep Delivery',
      danger: true,
    };
  }
  return {
    title: `Remove ${removed.length} deliveries from this browser?`,
    description:
      'They stay booked. You’ll need each one’s link to open it. Copy your own links first.',
    confirmLabel: 'Remove Deliveries',
    cancelLabel: 'Keep Deliveries',
    danger: true,
  };
}
