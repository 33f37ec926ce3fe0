import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { RadioCards } from '@/client/components/radio-cards';
import { TextArea } from '@/client/components/text-area';
import {
  NOT_DELIVERED_LABELS,
  NOT_DELIVERED_REASONS,
  type NotDeliveredReason,
} from '@/domain/driver/not-delivered';
import { DRIVER_SENTENCES } from '@/domain/driver/schemas';
import type { Act } from './act';
import type { Delivery } from './outbox/actions';

type NotDeliveredDialogProps = {
  delivery: Delivery;
  act: Act;
  open: boolean;
  onClose: () => void;
};

/** Asks why a delivery cannot be made, before it ends without a charge. */
export function NotDeliveredDialog({ delivery, act, open, onClose }: NotDeliveredDialogProps) {
  const [reason, setReason] = useState<NotDeliveredReason | null>(null);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!reason) return setRefusal(DRIVER_SENTENCES.reason);
    setBusy(true);
    const done = await act(
      { kind: 'notDelivered', id: delivery.id, reason, note: note.trim() || null },
      { publicCode: delivery.publicCode },
    );
    setBusy(false);
    if (done) onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!busy}
      title="Could not deliver"
      description={`Order ${delivery.publicCode}. Nothing is charged; dispatch and the customer are told.`}
      footer={
        <>
          <Button variant="quiet" size="lg" disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button variant="danger" size="lg" busy={busy} onClick={send}>
            End delivery
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          legend="What happened?"
          value={reason}
          error={refusal}
          onValueChange={(value) => {
            setReason(value as NotDeliveredReason);
            setRefusal(null);
          }}
          options={NOT_DELIVERED_REASONS.map((value) => ({
            value,
            label: NOT_DELIVERED_LABELS[value],
          }))}
        />
        <Field label="Note for dispatch" optional>
          <TextArea
            rows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
