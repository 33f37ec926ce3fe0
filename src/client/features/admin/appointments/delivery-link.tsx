import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { CopyButton } from '@/client/components/feedback/copy-button';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Shows the delivery link so staff can share it, or replaces it, which ends all old links. */
export function DeliveryLink({ appointmentId }: { appointmentId: string }) {
  const utils = trpc.useUtils();
  const showing = trpc.admin.showLink.useMutation();
  const renewal = trpc.booking.renewGuestLink.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [shown, setShown] = useState<{ title: string; link: string } | null>(null);
  const id = appointmentId;

  const show = async () => {
    const answer = await showing.mutateAsync({ id }).catch(() => null);
    if (answer) setShown({ title: 'Delivery link', ...answer });
  };
  const renew = async () => {
    const sure = await confirm({
      title: 'Replace the delivery link?',
      description:
        'The old link will stop working everywhere, including in emails we already sent. Send the customer the new one.',
      confirmLabel: 'Replace Link',
      cancelLabel: 'Keep Link',
    });
    if (!sure) return;
    setShown(null);
    const answer = await renewal.mutateAsync({ id }).catch(() => null);
    if (answer) setShown({ title: 'New delivery link', ...answer });
    void utils.admin.appointment.invalidate({ id });
  };
  const failed = renewal.error ?? showing.error;
  return (
    <section aria-label="Delivery link">
      <h3 className="mb-2 text-base">Delivery link</h3>
      <p className="mb-2 text-muted">
        Opens this delivery without an account, up to 30 days after it’s completed. To cancel it or
        change its card, the customer also needs the last 4 digits of their phone number.
      </p>
      {shown ? (
        <Callout tone="success" live title={shown.title}>
          <p data-copy-text className="break-all select-all">
            {shown.link}
          </p>
          <CopyButton
            text={shown.link}
            label="Copy Link"
            size="sm"
            variant="quiet"
            className="mt-2"
          />
        </Callout>
      ) : null}
      {failed ? (
        <Callout
          tone="error"
          live
          className="mt-2"
          title={renewal.error ? 'We couldn’t replace the link' : 'We couldn’t get the link'}
        >
          {problemOf(failed).message}
        </Callout>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {shown ? null : (
          <Button size="sm" variant="quiet" busy={showing.isPending} onClick={show}>
            Show Link
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          busy={renewal.isPending}
          busyText="Replacing…"
          onClick={renew}
        >
          Replace Link
        </Button>
      </div>
      {confirmDialog}
    </section>
  );
}
