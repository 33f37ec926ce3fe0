import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { CopyButton } from '@/client/components/feedback/copy-button';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** The link to a delivery, for staff to pass on or to replace, which ends every one of before. */
export function DeliveryLink({ appointmentId }: { appointmentId: string }) {
  const utils = trpc.useUtils();
  const showing = trpc.admin.showLink.useMutation();
  const renewal = trpc.booking.renewGuestLink.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [shown, setShown] = useState<{ title: string; link: string } | null>(null);
  const id = appointmentId;

  const show = async () => {
    const answer = await showing.mutateAsync({ id }).catch(() => null);
    if (answer) setShown({ title: 'The link', ...answer });
  };
  const renew = async () => {
    const sure = await confirm({
      title: 'Replace the link?',
      description:
        'The old link will stop working everywhere, including in emails we already sent. Send the customer the new one.',
      confirmLabel: 'Replace link',
      cancelLabel: 'Keep it',
    });
    if (!sure) return;
    setShown(null);
    const answer = await renewal.mutateAsync({ id }).catch(() => null);
    if (answer) setShown({ title: 'The new link', ...answer });
    void utils.admin.appointment.invalidate({ id });
  };
  const failed = renewal.error ?? showing.error;
  return (
    <section aria-label="Link of the delivery">
      <h3 className="mb-2 text-base">Link of the delivery</h3>
      <p className="mb-2 text-muted">
        Shows this delivery without an account, until 30 days after it is made. To cancel it or
        change its card, the link asks for the end of the phone number.
      </p>
      {shown ? (
        <Callout tone="success" live title={shown.title}>
          <p className="break-all select-all">{shown.link}</p>
          <CopyButton
            text={shown.link}
            label="Copy link"
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
          title={renewal.error ? 'The link was not replaced' : 'The link could not be shown'}
        >
          {problemOf(failed).message}
        </Callout>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {shown ? null : (
          <Button size="sm" variant="quiet" busy={showing.isPending} onClick={show}>
            Show link
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          busy={renewal.isPending}
          busyText="Replacing…"
          onClick={renew}
        >
          Replace link
        </Button>
      </div>
      {confirmDialog}
    </section>
  );
}
