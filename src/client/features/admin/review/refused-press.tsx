import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { canTransition } from '@/domain/appointment/status';
import { formatGallons, type GallonTenths, toGallons } from '@/domain/money';
import { CallButton } from './call-button';
import { DealtWith } from './dealt-with';
import { type PressItem, useDecide } from './use-review-queue';

/** What a driver's device sent and the server did not take: done for them, or looked into. */
export function RefusedPressActions({ item }: { item: PressItem }) {
  const { delivery, press } = item;
  const gallons = press.actualGallonsTenths;
  const isOpen = canTransition(delivery.status, 'completed', 'admin');
  return (
    <>
      {isOpen && gallons !== null ? <CompleteForDriver item={item} gallons={gallons} /> : null}
      <Link
        to="/admin"
        search={{ q: delivery.publicCode }}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        Open the delivery
      </Link>
      <CallButton name="driver" phone={delivery.driverPhone} />
      <DealtWith item={item} />
    </>
  );
}

/** Completes the delivery with the figures of the device, once the person agrees to what is charged. */
function CompleteForDriver({ item, gallons }: { item: PressItem; gallons: GallonTenths }) {
  const { id: itemId, delivery } = item;
  const complete = trpc.admin.complete.useMutation();
  const resolve = trpc.admin.resolveReviewItem.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const amount = `${formatGallons(gallons)} gallons`;

  const send = (confirmedTotal?: number) =>
    complete.mutateAsync({ id: delivery.id, actualGallons: toGallons(gallons), confirmedTotal });
  const completeIt = async () => {
    try {
      await send();
    } catch (error) {
      const { reason, message, details } = problemOf(error);
      if (reason !== 'needs_confirmation') throw error;
      const yes = await confirm({
        title: 'Charge this?',
        description: message,
        confirmLabel: 'Yes, charge it',
      });
      if (!yes) return;
      await send(Number(details?.total));
    }
    await resolve.mutateAsync({ id: itemId, note: `Completed with ${amount}` });
  };
  const ask = async () => {
    const yes = await confirm({
      title: `Complete ${delivery.publicCode} with ${amount}?`,
      description: 'The saved card is charged for what was delivered, and the customer is told.',
      confirmLabel: 'Yes, complete it',
    });
    if (yes) await decide(completeIt, `${delivery.publicCode} is completed`);
  };
  return (
    <>
      <Button variant="primary" size="sm" icon="check-circle" onClick={ask}>
        Complete with {amount}
      </Button>
      {confirmDialog}
    </>
  );
}
