import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { RadioCards } from '@/client/components/form/radio-cards';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useInstants } from '@/client/lib/business-zone';
import { newId } from '@/client/lib/new-id';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { MAX_NOTE_LENGTH } from '@/domain/fields';
import { formatDollars, NO_CENTS, parseDollars } from '@/domain/money';
import { cardName } from '@/domain/payment/card';
import { refundUpTo } from '@/domain/payment/refund';
import type { Appointment } from './appointment';

type Refund = Outputs['admin']['refunds']['refunds'][number];

type RefundDialogProps = {
  appointment: Appointment;
  /** Resolves to true if the refund was made. */
  onAnswer: (input: Inputs['admin']['refund']) => Promise<boolean>;
  onClose: () => void;
};

/** Refunds the remaining amount or a part of it, and lists earlier refunds. */
export function RefundDialog({ appointment, onAnswer, onClose }: RefundDialogProps) {
  const { id, publicCode, paidCard, paidHow } = appointment;
  const way =
    paidHow !== null
      ? `The customer paid ${paidHow}. Return the money, then record the refund here.`
      : `The refund goes to ${paidCard?.last4 ? cardName(paidCard) : 'the card'}.`;
  const query = trpc.admin.refunds.useQuery({ id }, { staleTime: 0, refetchOnMount: 'always' });
  const left = query.data?.refundableCents ?? NO_CENTS;
  // Each dialog has one request ID, so that a refund is made only once, even if the request is sent
  // twice.
  const [requestId] = useState(newId);
  const form = useZodForm(refundUpTo(left), {
    defaultValues: { id, requestId, amount: null, reason: '' },
    send: async (typed) => {
      if (await onAnswer(typed)) onClose();
    },
  });
  const { register, errors } = form;
  const amount = form.watch('amount');
  const isPart = amount !== null;
  const cents = isPart ? (parseDollars(amount) ?? NO_CENTS) : left;

  return (
    <FormDialog
      form={form}
      danger
      title={`Refund ${publicCode}`}
      description={`${way} This can’t be undone.`}
      submitLabel={cents > 0 ? `Refund ${formatDollars(cents)}` : 'Refund'}
      cancelLabel="Keep Payment"
      disabled={left === 0}
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorState title="We couldn’t load the refunds" onRetry={() => query.refetch()} />
      ) : !query.data ? (
        <SkeletonList label="Loading refunds" rows={2} />
      ) : (
        <>
          <EarlierRefunds refunds={query.data.refunds} />
          {left === 0 ? (
            <p>The whole payment has been refunded.</p>
          ) : (
            <>
              <RadioCards
                legend="Amount to refund"
                columns={2}
                value={isPart ? 'part' : 'full'}
                onValueChange={(value) => form.setValue('amount', value === 'part' ? '' : null)}
                options={[
                  { value: 'full', label: 'Full amount', description: formatDollars(left) },
                  { value: 'part', label: 'Partial amount', description: 'Enter an amount' },
                ]}
              />
              {isPart ? (
                <Field label="Amount" error={errors.amount?.message} required>
                  <NumberInput name="amount" decimal before="$" />
                </Field>
              ) : null}
              <Field
                label="Reason"
                optional
                error={errors.reason?.message}
                hint="Saved in the history."
              >
                <TextArea
                  {...register('reason')}
                  rows={2}
                  maxLength={MAX_NOTE_LENGTH}
                  className="!min-h-16"
                />
              </Field>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

const STATES: Record<Refund['state'], [text: string, tone: Tone]> = {
  due: ['Not sent yet', 'yellow'],
  pending: ['Pending', 'teal'],
  succeeded: ['Refunded', 'green'],
  failed: ['Failed', 'red'],
};

function EarlierRefunds({ refunds }: { refunds: Refund[] }) {
  const { formatInstant } = useInstants();
  if (refunds.length === 0) return null;
  return (
    <section aria-label="Earlier refunds">
      <h3 className="mb-1 text-base">Earlier refunds</h3>
      <ul className="flex flex-col divide-y divide-edge/70">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span>
              <span className="tabular font-semibold">{formatDollars(refund.amountCents)}</span>
              <span className="text-sm text-muted"> {formatInstant(refund.createdAt)}</span>
            </span>
            <Badge tone={STATES[refund.state][1]}>{STATES[refund.state][0]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
