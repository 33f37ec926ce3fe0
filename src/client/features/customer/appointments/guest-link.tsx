import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useConfirm } from '@/client/components/confirm-dialog';
import { toast, toastError, toastSuccess } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { useSendLink } from './use-send-link';

type GuestLinkProps = {
  appointmentId: string;
  /** The token of the link that takes the place of the present one. */
  onReplaced?: (token: string) => void;
};

/** The link of a guest, the only way to their delivery from another device. */
export function GuestLink({ appointmentId, onReplaced }: GuestLinkProps) {
  const utils = trpc.useUtils();
  const { data: link } = trpc.booking.guestLink.useQuery();
  const renewal = trpc.booking.renewGuestLink.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const { send, sendDialog } = useSendLink(appointmentId);
  if (!link) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toastSuccess('Link copied', 'Keep it where you find it.');
    } catch {
      toast({ title: 'Your link', description: link, duration: Number.POSITIVE_INFINITY });
    }
  };
  const renew = async () => {
    const sure = await confirm({
      title: 'Replace your link?',
      description:
        'The link of before stops working for everyone who has it, also in your e-mails. This browser gets a new one.',
      confirmLabel: 'Replace link',
      cancelLabel: 'Keep it',
    });
    if (!sure) return;
    try {
      const renewed = await renewal.mutateAsync({ id: appointmentId });
      utils.booking.guestLink.setData(undefined, renewed.link);
      onReplaced?.(renewed.link.split('/d/')[1] ?? '');
      toastSuccess('Link replaced', 'Copy the new one and keep it.');
    } catch (error) {
      toastError('Link not replaced', problemOf(error).message);
    }
  };
  return (
    <Callout>
      <p>
        Your link opens this delivery on any device, until 30 days after it was made. Anyone with
        the link can see and pay the delivery. A change also needs the last four digits of your
        phone number.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="quiet" onClick={copy}>
          Copy link
        </Button>
        <Button size="sm" variant="quiet" onClick={send}>
          Send me the link
        </Button>
        <Button size="sm" variant="ghost" busy={renewal.isPending} onClick={renew}>
          Replace link
        </Button>
      </div>
      {confirmDialog}
      {sendDialog}
    </Callout>
  );
}
