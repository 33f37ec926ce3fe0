import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useConfirm } from '@/client/components/confirm-dialog';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Ends every link of a guest to their appointment, and shows the new one to be passed on (D99). */
export function GuestLink({ appointmentId }: { appointmentId: string }) {
  const utils = trpc.useUtils();
  const renewal = trpc.booking.renewGuestLink.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [copied, setCopied] = useState(false);
  const renew = async () => {
    const sure = await confirm({
      title: "Replace the guest's link?",
      description:
        'Whoever has the link of before can no longer see, change or cancel this delivery. Give the new one to the guest.',
      confirmLabel: 'Replace link',
      cancelLabel: 'Keep it',
    });
    if (!sure) return;
    setCopied(false);
    await renewal.mutateAsync({ id: appointmentId }).catch(() => {});
    void utils.admin.appointment.invalidate({ id: appointmentId });
  };
  const link = renewal.data?.link;
  const copy = () =>
    navigator.clipboard.writeText(link ?? '').then(
      () => setCopied(true),
      // The text can still be selected.
      () => setCopied(false),
    );
  return (
    <section aria-label="Guest link">
      <h3 className="mb-2 text-base">Guest link</h3>
      {link ? (
        <Callout tone="success" live title="The new link of the guest">
          <p className="break-all select-all">{link}</p>
          <Button size="sm" variant="quiet" className="mt-2" onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        </Callout>
      ) : (
        <p className="mb-2 text-muted">
          Opens this delivery without an account, until 30 days after it is made.
        </p>
      )}
      {renewal.isError ? (
        <Callout tone="error" live className="mt-2" title="The link was not replaced">
          {problemOf(renewal.error).message}
        </Callout>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        className="mt-2"
        busy={renewal.isPending}
        busyText="Replacing…"
        onClick={renew}
      >
        Replace link
      </Button>
      {confirmDialog}
    </section>
  );
}
