import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toast } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  accountDeletionSchema,
  OBSTACLE_LABELS,
  OWN_DATA_MESSAGES,
} from '@/domain/account/own-data';

type Obstacles = Outputs['account']['deletionObstacles'];

const TITLE = 'Delete your account?';

/** Lists the deliveries to settle first, or else asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const obstacles = trpc.account.deletionObstacles.useQuery(undefined, { staleTime: 0 });
  if (obstacles.data?.length === 0) return <PasswordDialog onClose={onClose} />;
  return (
    <Dialog
      open
      size="sm"
      title={TITLE}
      onClose={onClose}
      footer={
        <Button variant="quiet" data-autofocus onClick={onClose}>
          Keep My Account
        </Button>
      }
    >
      {obstacles.data ? (
        <ToSettle appointments={obstacles.data} />
      ) : obstacles.isError ? (
        <ErrorState title="We couldn’t check your deliveries" onRetry={() => obstacles.refetch()}>
          {problemOf(obstacles.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Checking for open deliveries…" rows={2} />
      )}
    </Dialog>
  );
}

function ToSettle({ appointments }: { appointments: Obstacles }) {
  return (
    <>
      <p>{OWN_DATA_MESSAGES.inTheWay}</p>
      <ul className="mt-3 flex flex-col divide-y divide-edge">
        {appointments.map((appointment) => (
          <li key={appointment.id} className="py-2">
            <span className="block font-medium">
              <When {...appointment} />
            </span>
            <span className="block text-sm text-muted">
              {appointment.publicCode}: {OBSTACLE_LABELS[appointment.obstacle]}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const remove = trpc.account.delete.useMutation();
  const switchUser = useSwitchUser();
  const form = useZodForm(accountDeletionSchema, {
    defaultValues: { currentPassword: '' },
    send: async (typed) => {
      await remove.mutateAsync(typed);
      switchUser(null);
      toast({ title: 'Account Deleted', description: 'Your data was removed.' });
    },
  });
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description="This can’t be undone. We’ll delete your sign-in, boats, docks, cards, and messages right away."
      submitLabel="Delete My Account"
      busyText="Deleting…"
      cancelLabel="Keep My Account"
      danger
      onClose={onClose}
    >
      <Field label="Current Password" error={form.errors.currentPassword?.message} required>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
