import { useState } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { RadioCards } from '@/client/components/radio-cards';
import { ErrorState, SkeletonList } from '@/client/components/states';
import { TextArea } from '@/client/components/text-area';
import { NumberInput } from '@/client/components/text-input';
import { cardName } from '@/client/lib/card-name';
import { newId } from '@/client/lib/new-id';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars, parseDollars } from '@/domain/money';
import { type Appointment, formatInstant } from './appointment';

type Refund = Outputs['admin']['refunds']['refunds'][number];

type RefundDialogProps = {
  appointment: Appointment;
  /** True when it is done. */
  onAnswer: (input: Inputs['admin']['refund']) => Promise<boolean>;
  onClose: () => void;
};

/** Gives back all that is left, or a part; what was given back before is listed (D32). */
export function RefundDialog({ appointment, onAnswer, onClose }: RefundDialogProps) {
  const { id, publicCode, paidCard, chargeState } = appointment;
  const way =
    chargeState === 'cash'
      ? 'It was paid in cash: hand the money back, and record it here.'
      : `Money goes back to ${paidCard?.last4 ? cardName(paidCard) : 'the card'}.`;
  const read = trpc.admin.refunds.useQuery({ id }, { staleTime: 0, refetchOnMount: 'always' });
  const [part, setPart] = useState(false);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One per dialog, so that the same refund asked for twice is made once.
  const [requestId] = useState(newId);

  const left = read.data?.refundableCents ?? 0;
  const cents = part ? (parseDollars(amount) ?? 0) : left;
  const submit = async () => {
    if (part && (cents <= 0 || cents > left)) {
      setError(`Please enter an amount from $0.01 to ${formatDollars(left)}.`);
      return;
    }
    setBusy(true);
    const done = await onAnswer({
      id,
      requestId,
      amount: part ? amount : null,
      reason: reason.trim(),
    });
    setBusy(false);
    if (done) onClose();
  };

  return (
    <Dialog
      open
      size="sm"
      backdropCloses={false}
      dismissible={!busy}
      onClose={onClose}
      title={`Refund ${publicCode}`}
      description={`${way} This cannot be taken back.`}
      footer={
        <>
          <Button variant="quiet" data-autofocus disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button variant="danger" busy={busy} disabled={left === 0} onClick={submit}>
            {cents > 0 ? `Refund ${formatDollars(cents)}` : 'Refund'}
          </Button>
        </>
      }
    >
      {read.isError ? (
        <ErrorState title="The refunds could not be loaded" onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <SkeletonList label="Loading refunds" rows={2} />
      ) : (
        <div className="flex flex-col gap-4">
          <Earlier refunds={read.data.refunds} />
          {left === 0 ? (
            <p>Everything that was paid has been given back.</p>
          ) : (
            <>
              <RadioCards
                legend="How much"
                columns={2}
                value={part ? 'part' : 'full'}
                onValueChange={(value) => setPart(value === 'part')}
                options={[
                  { value: 'full', label: 'All of it', description: formatDollars(left) },
                  { value: 'part', label: 'A part', description: 'An amount you enter' },
                ]}
              />
              {part ? (
                <Field label="Amount" error={error} required>
                  <NumberInput
                    decimal
                    before="$"
                    value={amount}
                    onChange={(event) => {
                      setError(null);
                      setAmount(event.currentTarget.value);
                    }}
                  />
                </Field>
              ) : null}
              <Field label="Reason" optional hint="Kept in the history.">
                <TextArea
                  rows={2}
                  maxLength={300}
                  className="!min-h-16"
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
              </Field>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

const STATES: Record<Refund['state'], [text: string, tone: Tone]> = {
  due: ['Not sent yet', 'yellow'],
  pending: ['On its way', 'teal'],
  succeeded: ['Done', 'green'],
  failed: ['Failed', 'red'],
};

function Earlier({ refunds }: { refunds: Refund[] }) {
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
