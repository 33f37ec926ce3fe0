import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toast, toastSuccess } from '@/client/components/feedback/toast-store';
import { untilFetched } from '@/client/components/until-fetched';
import { copyText } from '@/client/lib/copy-text';
import { fetchedCode } from '@/client/lib/fetched-code';
import { trpc } from '@/client/lib/trpc';
import { useSendLink } from './use-send-link';

const fetchReplaceLink = fetchedCode(
  () => import('./replace-link'),
  (module) => module.replaceLink,
);

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
    const replaceLink = await untilFetched(fetchReplaceLink, 'Link Not Replaced');
    await replaceLink?.({
      confirm,
      onReplaced,
      renew: async () => {
        const renewed = await renewal.mutateAsync({ id: appointmentId });
        await Promise.all([
          utils.booking.list.invalidate(),
          utils.booking.get.invalidate({ id: appointmentId }),
        ]);
        return renewed;
      },
    });
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
