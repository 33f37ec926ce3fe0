import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button, buttonClass } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { useInstants } from '@/client/lib/business-zone';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { PROOF_LABELS } from '@/domain/appointment/proof';
import { requiredText } from '@/domain/fields';
import { formatGallons, NO_GALLONS } from '@/domain/money';
import { deviceInstant } from '@/domain/time';
import { amountsText } from './amounts-text';
import { CallButton } from './call-button';
import { OtherAppointmentDialog } from './other-appointment-dialog';
import { type RefusedActionItem, useDecide } from './use-review-queue';

/** The amounts, notes, time, and photos that a driver's device sent about a delivery. */
export function RefusedActionFacts({ item: { id, press, delivery } }: { item: RefusedActionItem }) {
  const { formatWeekdayAndTime } = useInstants();
  const { actualGallonsTenths: gallonsTenths, pressedAt, notes, photo, proof } = press;
  const { smallIceBags = delivery.smallIceBags, largeIceBags = delivery.largeIceBags } = press;
  const at = deviceInstant(pressedAt);
  return (
    <>
      <DefinitionList
        items={[
          {
            term: 'Delivered',
            value:
              gallonsTenths !== null && amountsText({ gallonsTenths, smallIceBags, largeIceBags }),
          },
          { term: 'Notes', value: notes },
          { term: 'Time on the device', value: at !== null && formatWeekdayAndTime(at) },
        ]}
      />
      {photo ? <ActionPhoto id={id} title="Delivery photo" /> : null}
      {proof ? <ActionPhoto id={`${id}-proof`} title={PROOF_LABELS[proof]} /> : null}
    </>
  );
}

function ActionPhoto({ id, title }: { id: string; title: string }) {
  const address = `/api/photos/${id}`;
  const frame = { src: address, href: address, alt: title, caption: title };
  return <PhotoFrame {...frame} isWhole={title === PROOF_LABELS.signature} className="max-w-60" />;
}

/** Records a refused device action, or dismisses it with a reason. */
export function RefusedActionButtons({ item }: { item: RefusedActionItem }) {
  const { delivery, press } = item;
  const [shown, setShown] = useState<'other' | 'aside' | null>(null);
  const { accept, recording, confirmDialog } = useAccept(item);
  const close = () => setShown(null);
  return (
    <>
      {press.actualGallonsTenths !== null ? (
        <>
          <Button variant="primary" size="sm" icon="check-circle" onClick={() => accept()}>
            {recording.label}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setShown('other')}>
            Select Another Order
          </Button>
        </>
      ) : null}
      <Link
        to="/admin"
        search={{ q: delivery.publicCode }}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        Open Appointment
      </Link>
      <CallButton name="Driver" phone={delivery.driverPhone} />
      <Button variant="quiet" size="sm" icon="x" onClick={() => setShown('aside')}>
        Dismiss
      </Button>
      {shown === 'other' ? (
        <OtherAppointmentDialog item={item} accept={accept} onClose={close} />
      ) : null}
      {shown === 'aside' ? <DismissDialog item={item} onClose={close} /> : null}
      {confirmDialog}
    </>
  );
}

type Recorded = { id: string; publicCode: string; status: RefusedActionItem['delivery']['status'] };

/** @returns the button and the confirmation texts for recording gallons on this appointment */
function recordingOf({ publicCode, status }: Recorded, gallons: string) {
  if (status === 'cancelled') {
    return {
      label: `Record Delivery of ${gallons}`,
      title: `Record ${publicCode} as delivered with ${gallons}?`,
      confirmLabel: 'Record Delivery',
    };
  }
  if (status === 'completed') {
    return {
      label: `Correct to ${gallons}`,
      title: `Correct ${publicCode} to ${gallons}?`,
      confirmLabel: 'Correct Delivery',
    };
  }
  return {
    label: `Complete with ${gallons}`,
    title: `Complete ${publicCode} with ${gallons}?`,
    confirmLabel: 'Complete Delivery',
  };
}

/** Records the device's figures after the person confirms the charge. */
function useAccept({ id, delivery, press }: RefusedActionItem) {
  const send = trpc.admin.acceptPress.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const gallons = withNoBreaks(`${formatGallons(press.actualGallonsTenths ?? NO_GALLONS)} gal`);

  const accept = async (target: Recorded = delivery): Promise<boolean> => {
    const { title, confirmLabel } = recordingOf(target, gallons);
    const record = async (confirmedTotal?: number): Promise<void> => {
      try {
        await send.mutateAsync({ id, appointmentId: target.id, confirmedTotal });
      } catch (error) {
        const { reason, message, details } = problemOf(error);
        if (reason !== 'needs_confirmation') throw error;
        const isSure = await confirm({
          title,
          description: message,
          confirmLabel,
          cancelLabel: 'Not Now',
        });
        if (isSure) await record(Number(details?.total));
      }
    };
    return decide(record, null);
  };
  return { accept, recording: recordingOf(delivery, gallons), confirmDialog };
}

const asideSchema = z.object({ note: requiredText('Enter a reason.', 300) });

/** Dismisses an item without recording anything. */
function DismissDialog({ item, onClose }: { item: RefusedActionItem; onClose: () => void }) {
  const resolve = trpc.admin.resolveReviewItem.useMutation();
  const decide = useDecide();
  const form = useZodForm(asideSchema, {
    defaultValues: { note: '' },
    send: async ({ note }) => {
      if (await decide(() => resolve.mutateAsync({ id: item.id, note }), 'Item Dismissed'))
        onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Dismiss this item?"
      description="Nothing will be recorded or charged. Your reason is saved with the item."
      submitLabel="Dismiss Item"
      cancelLabel="Keep Item"
      onClose={onClose}
    >
      <Field label="Reason" required error={form.errors.note?.message}>
        <TextArea {...form.register('note')} rows={2} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
