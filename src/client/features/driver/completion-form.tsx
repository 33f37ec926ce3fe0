import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Money } from '@/client/components/money';
import { PhotoInput } from '@/client/components/photo-input';
import { TextArea } from '@/client/components/text-area';
import { NumberInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { MAX_STAFF_GALLONS } from '@/domain/booking/options';
import { formatDollars, parseGallons } from '@/domain/money';
import { quote } from '@/domain/pricing/quote';
import type { Act } from './act';
import type { Delivery } from './outbox/actions';
import { knownPosition } from './position';

/** What was delivered; completing it charges the customer's card. */
export function CompletionForm({ delivery, act }: { delivery: Delivery; act: Act }) {
  // Ice alone needs no measuring.
  const [gallons, setGallons] = useState(delivery.estimatedGallonsTenths === 0 ? '0' : '');
  const [notes, setNotes] = useState('');
  const [photo, setPhoto] = useState<string | null>(null);
  const [photoBusy, setPhotoBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const gallonsId = useId();

  const tenths = parseGallons(gallons);
  const inRange = tenths !== null && tenths <= MAX_STAFF_GALLONS * 10;

  const refuse = (sentence: string) => {
    setRefusal(sentence);
    document.getElementById(gallonsId)?.focus();
  };

  const send = async () => {
    setBusy(true);
    await act(
      {
        kind: 'complete',
        id: delivery.id,
        actualGallons: gallons,
        notes: notes.trim() || null,
        position: knownPosition(),
      },
      { publicCode: delivery.publicCode, photo },
    );
    setBusy(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (gallons.trim() === '') {
      toast({
        variant: 'destructive',
        title: 'Missing information',
        description: 'Please enter actual gallons delivered.',
      });
      return refuse('Please enter actual gallons delivered.');
    }
    if (!inRange) return refuse(`Gallons must be from 0 to ${MAX_STAFF_GALLONS}, in tenths.`);
    void send();
  };

  return (
    <form
      noValidate
      aria-label={`Complete order ${delivery.publicCode}`}
      onSubmit={submit}
      className="flex flex-col gap-4 border-t border-edge pt-4"
    >
      <h4 className="text-lg">Complete Delivery</h4>
      <Field id={gallonsId} label="Actual Gallons Delivered" error={refusal} required>
        <NumberInput
          decimal
          after="gal"
          value={gallons}
          className="h-16 text-2xl font-semibold"
          onChange={(event) => {
            setGallons(event.currentTarget.value);
            setRefusal(null);
          }}
        />
      </Field>
      <Field label="Delivery Notes" optional>
        <TextArea
          rows={2}
          maxLength={1000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      </Field>
      <PhotoInput
        label="Photo"
        name="fuelPhoto"
        size="lg"
        frameWhenEmpty={false}
        value={photo}
        onChange={setPhoto}
        onBusy={setPhotoBusy}
        disabled={busy}
        className="max-w-80"
      />
      <p className="flex items-baseline justify-between gap-3 rounded-field bg-base-200 px-4 py-3">
        <span>{delivery.testMode ? 'Test booking, nothing is charged' : 'Total to charge'}</span>
        <Money size="lg" live>
          {inRange ? formatDollars(totalOf(delivery, tenths)) : '—'}
        </Money>
      </p>
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={busy}
        busyText="Completing…"
        disabled={photoBusy}
      >
        Complete
      </Button>
    </form>
  );
}

function totalOf(delivery: Delivery, gallons: number): number {
  return quote({
    gallons,
    unitPriceCents: delivery.unitPriceCents,
    smallIceBags: delivery.smallIceBags,
    largeIceBags: delivery.largeIceBags,
    testMode: delivery.testMode,
  }).totalCents;
}
