import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';

export type Promo = Outputs['admin']['promoCodes'][number];

/** What staff want to remember of a code. The code itself stays: bookings were made with it. */
export function PromoDialog({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const utils = trpc.useUtils();
  const editing = trpc.admin.editPromoCode.useMutation();
  const [note, setNote] = useState(promo.note ?? '');
  const [error, setError] = useState<string | null>(null);
  const { leave, leaveDialog } = useLeaveQuestion(note !== (promo.note ?? ''), onClose);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await editing.mutateAsync({ code: promo.code, note });
      toast({ variant: 'success', title: `${promo.code} is saved` });
      await utils.admin.promoCodes.invalidate();
      onClose();
    } catch (failure) {
      setError(problemOf(failure).message);
    }
  };
  return (
    <Dialog
      open
      size="sm"
      backdropCloses={false}
      dismissible={!editing.isPending}
      onClose={leave}
      title={`Edit ${promo.code}`}
      footer={
        <>
          <Button variant="quiet" disabled={editing.isPending} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="promo-form" busy={editing.isPending} busyText="Saving…">
            Save code
          </Button>
        </>
      }
    >
      <form id="promo-form" noValidate onSubmit={submit}>
        <Field label="Note" optional error={error} hint="Only staff see it.">
          <TextInput
            data-autofocus
            maxLength={200}
            value={note}
            onChange={(event) => {
              setError(null);
              setNote(event.currentTarget.value);
            }}
          />
        </Field>
      </form>
      {leaveDialog}
    </Dialog>
  );
}
