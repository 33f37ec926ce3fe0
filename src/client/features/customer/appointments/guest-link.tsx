import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { copyText } from '@/client/lib/copy-text';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { useSendLink } from './use-send-link';

/** Copies a delivery link, or shows it if the browser blocks copying. */
export async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toastSuccess('Link Copied', 'Keep it somewhere safe.');
  else toast({ title: 'Your Link', description: link, duration: Number.POSITIVE_INFINITY });
}

export type GuestLinkProps = {
  appointmentId: string;
  link: string;
  /** Called with the token of the new link. */
  onReplaced?: ((token: string) => void) | undefined;
  /** Further buttons. */
  children?: ReactNode;
};

/** Lets a guest copy, email, or replace a delivery link. */
export function GuestLinkButtons({ appointmentId, link, onReplaced, children }: GuestLinkProps) {
  const utils = trpc.useUtils();
  const renewal = trpc.booking.renewGuestLink.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const { send, sendDialog } = useSendLink(appointmentId);
  const renew = async () => {
    const isSure = await confirm({
      title: 'Replace your link?',
      description:
        'The old link will stop working everywhere, including in emails we already sent. We’ll show you the new one here.',
      confirmLabel: 'Replace Link',
      cancelLabel: 'Keep Link',
    });
    if (!isSure) return;
    try {
      const renewed = await renewal.mutateAsync({ id: appointmentId });
      await Promise.all([
        utils.booking.list.invalidate(),
        utils.booking.get.invalidate({ id: appointmentId }),
      ]);
      onReplaced?.(renewed.link.split('/d/')[1] ?? '');
      toastSuccess('Link Replaced', 'Copy the new link and keep it somewhere safe.');
    } catch (error) {
      toastError('Link Not Replaced', problemOf(error).message);
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="quiet" onClick={() => copyLink(link)}>
        Copy Link
      </Button>
      <Button size="sm" variant="quiet" onClick={send}>
        Send Me the Link
      </Button>
      <Button size="sm" variant="ghost" busy={renewal.isPending} onClick={() => void renew()}>
        Replace Link
      </Button>
      {children}
      {confirmDialog}
      {sendDialog}
    </div>
  );
}
