import { useState } from 'react';
import { Button } from '@/client/components/button';
import { SecretDialog } from '@/client/components/dialog/secret-dialog';
import { toastError } from '@/client/components/feedback/toast-store';
import { useSignal } from '@/client/lib/connection';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Creates a secret link to the driver's deliveries for a phone's calendar. */
export function FeedLinkButton({ driverName }: { driverName: string }) {
  const [link, setLink] = useState<string | null>(null);
  const hasSignal = useSignal();
  const creating = trpc.calendar.createLink.useMutation();
  const create = async () => {
    try {
      const { url } = await creating.mutateAsync({ name: `${driverName}’s calendar` });
      setLink(url);
    } catch (error) {
      const description = problemOf(error).message;
      toastError('Link Not Created', description);
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        icon="calendar"
        disabled={!hasSignal}
        busy={creating.isPending}
        onClick={create}
      >
        Create Calendar Link
      </Button>
      {link ? (
        <SecretDialog title="Your new calendar link" secret={link} onClose={() => setLink(null)} />
      ) : null}
    </>
  );
}
