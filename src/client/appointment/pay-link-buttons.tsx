import { Button } from '@/client/components/button';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toast, toastSuccess } from '@/client/components/feedback/toast-store';
import { copyText } from '@/client/lib/copy-text';
import { type Outputs, trpc } from '@/client/lib/trpc';

type Appointment = Pick<
  Outputs['admin']['waitingMoney']['items'][number]['appointment'],
  'id' | 'publicCode' | 'messagesTo' | 'customerPhone'
>;

/** Copies the payment link, or sends it to the customer's email address and phone. */
export function PayLinkButtons({ appointment }: { appointment: Appointment }) {
  const { id, publicCode, messagesTo, customerPhone } = appointment;
  const showing = trpc.admin.showLink.useMutation();
  const sending = trpc.admin.sendPayLink.useMutation();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toastFailure('Payment Error', error, 'We couldn’t get the payment link. Try again.');
    }
  };
  const copy = () =>
    attempt(async () => {
      const link = `${(await showing.mutateAsync({ id })).link}?pay=now`;
      if (await copyText(link)) {
        toastSuccess('Payment Link Copied', `Anyone with the link can pay for ${publicCode}.`);
      } else {
        // If the browser doesn't allow copying, the toast shows the link until it's closed.
        toast({ title: 'Payment Link', description: link, duration: Number.POSITIVE_INFINITY });
      }
    });
  const send = () =>
    attempt(async () => {
      const { sentTo } = await sending.mutateAsync({ id });
      toastSuccess('Payment Link Sent', `We’re sending it to ${sentTo}.`);
    });
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        data-action="payment-link"
        title="Copy Payment Link (P)"
        onClick={copy}
      >
        Copy Payment Link
      </Button>
      {messagesTo || customerPhone ? (
        <Button size="sm" variant="quiet" icon="mail" onClick={send}>
          Send Payment Link
        </Button>
      ) : null}
    </>
  );
}
