import { Button } from '@/client/components/button';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toast, toastSuccess } from '@/client/components/feedback/toast-store';
import { trpc } from '@/client/lib/trpc';
import type { Appointment } from '../appointment';

/** Copies the link to the payment, or sends it to the address that is known. */
export function PayLinkButtons({ appointment }: { appointment: Appointment }) {
  const { id, publicCode, messagesTo } = appointment;
  const showing = trpc.admin.showLink.useMutation();
  const sending = trpc.admin.sendPayLink.useMutation();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toastFailure('Payment Error', error, 'The link could not be had. Please try again.');
    }
  };
  const copy = () =>
    attempt(async () => {
      const link = `${(await showing.mutateAsync({ id })).link}?pay=now`;
      const isCopied = await navigator.clipboard.writeText(link).then(
        () => true,
        () => false,
      );
      if (isCopied) toastSuccess(`The pay link of ${publicCode} is copied`);
      // Where the browser forbids it, the link stands there until it is read and passed on.
      else toast({ title: 'The pay link', description: link, duration: Number.POSITIVE_INFINITY });
    });
  const send = () =>
    attempt(async () => {
      const { sentTo } = await sending.mutateAsync({ id });
      toastSuccess(`The pay link goes to ${sentTo}`);
    });
  return (
    <>
      <Button size="sm" variant="quiet" onClick={copy}>
        Copy pay link
      </Button>
      {messagesTo ? (
        <Button size="sm" variant="quiet" icon="mail" onClick={send}>
          Send pay link
        </Button>
      ) : null}
    </>
  );
}
