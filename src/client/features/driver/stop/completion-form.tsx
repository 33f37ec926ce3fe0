import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { bagsError } from '@/client/appointment/bags-error';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { MeterReadings } from '@/client/appointment/meter-readings';
import { hasGallons, meterDoubt, missingReadings } from '@/client/appointment/typed-readings';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { dismissToast, toastError } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { NumberInput } from '@/client/components/form/number-input';
import { Stepper } from '@/client/components/form/stepper';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Money } from '@/client/components/money';
import { recentPosition } from '@/client/features/driver/day/device-position';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import {
  assessTyped,
  bagsOf,
  missingPhoto,
  missingProof,
  proofOf,
  shownOrderOf,
} from '@/client/features/driver/day/entered';
import {
  changesBetween,
  changeText,
  type OrderChange,
  orderInWords,
} from '@/client/features/driver/day/order-changes';
import type { StopDraft } from '@/client/features/driver/outbox/device-storage';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { isAtServer } from '@/client/features/driver/outbox/unsent-walk-up';
import { draftKey, useDraft } from '@/client/features/driver/outbox/use-draft';
import { MAX_COMPLETION_NOTES_LENGTH, photoSchema } from '@/domain/appointment/completion.schema';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { type StopChange, stopChangeText } from '@/domain/driver/stop-change';
import { blankIsNull } from '@/domain/fields';
import { formatDollars, formatGallons } from '@/domain/money';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import { READINGS_MESSAGE } from '@/domain/trucks/ticket.schema';
import { AddIce } from './add-ice';
import { CompletionPictures } from './completion-pictures';
import { Keypad } from './keypad';
import { NextBar } from './next-bar';
import { useStillKeys } from './use-still-keys';

const { actualGallons, smallIceBags, largeIceBags, notes, fuelPhoto } = dockCompletionFields;
const { meterStart, meterEnd } = dockCompletionFields;
const figureFields = { actualGallons, smallIceBags, largeIceBags };
const readingFields = { meterStart: blankIsNull(meterStart), meterEnd: blankIsNull(meterEnd) };
const picture = z.nullable(photoSchema);
const pictureFields = { fuelPhoto, signature: picture, nobodyAboard: picture };
const schema = z.object({ ...figureFields, ...readingFields, ...pictureFields, notes });

type CompletionFormProps = {
  delivery: Delivery;
  userId: string;
  /** Records that the driver has seen the stop's changes. Null for staff. */
  onSeeChange: (() => void) | null;
  perform: PerformAction;
};

/** The form that records a delivery. It starts with the stored draft, if there is one. */
export function CompletionForm(props: CompletionFormProps) {
  const { draft, keep } = useDraft<StopDraft>(draftKey(props.userId, props.delivery.id));
  if (draft === undefined) return null;
  return <CompletionFields {...props} draft={draft} keep={keep} />;
}

/** The label of the total. Without a card, the customer pays by scanning a code. */
function totalLabel({ testMode, takesFirstCard }: Delivery): string {
  if (testMode) return 'Test order, no charge';
  return takesFirstCard ? 'Total due, no card yet' : 'Total to charge';
}

type CompletionFieldsProps = CompletionFormProps & {
  draft: StopDraft | null;
  keep: (typed: StopDraft) => void;
};

/** The form's fields. Submitting them charges the customer's card. */
function CompletionFields(props: CompletionFieldsProps) {
  const { delivery, draft, keep, onSeeChange, perform } = props;
  const [preparing, setPreparing] = useState(0);
  const figures = useRef<HTMLDivElement>(null);
  useStillKeys(figures);
  useEffect(() => {
    // All figures should be above the bottom bar, even after the phone is rotated. If they don't
    // fit, the gallons and the keypad must be visible.
    const show = () => {
      figures.current?.scrollIntoView({ block: 'nearest' });
      figures.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    };
    const turned = matchMedia('(orientation: landscape)');
    show();
    turned.addEventListener('change', show);
    return () => turned.removeEventListener('change', show);
  }, []);
  const { confirm, confirmDialog } = useConfirm();
  const inWords = useMemo(() => orderInWords(delivery), [delivery]);
  const [shown, setShown] = useState(draft?.shown ?? inWords);
  const [seenId, setSeenId] = useState(0);
  // Days stored by older builds don't have changes.
  const change = delivery.change && delivery.change.id > seenId ? delivery.change : null;
  const changes = changeLines(change, changesBetween(shown, inWords));
  const ordered = asOrdered(delivery);
  const form = useZodForm(schema, {
    defaultValues: {
      actualGallons: draft?.actualGallons ?? ordered.actualGallons,
      meterStart: draft?.meterStart ?? lastReading(delivery),
      meterEnd: draft?.meterEnd ?? '',
      smallIceBags: draft?.smallIceBags ?? ordered.smallIceBags,
      largeIceBags: draft?.largeIceBags ?? ordered.largeIceBags,
      notes: draft?.notes ?? '',
      fuelPhoto: draft?.fuelPhoto ?? null,
      signature: draft?.signature ?? null,
      nobodyAboard: draft?.nobodyAboard ?? null,
    },
    onInvalid: ({ actualGallons }) => {
      if (actualGallons?.message !== ORDER_MESSAGES.actualGallons) return;
      toastError('Missing information', ORDER_MESSAGES.actualGallons);
    },
    send: async ({ actualGallons: typed, notes, fuelPhoto = null, ...others }) => {
      // The change may affect the figures, so the driver checks them before they're sent.
      if (changes.length > 0) {
        dismissToast();
        if (await confirm(changesQuestion(changes))) acknowledge();
        return;
      }
      const { signature, nobodyAboard, meterStart: start, meterEnd: end, ...typedBags } = others;
      const proof = proofOf({ signature, nobodyAboard });
      const typedFigures = { actualGallons: typed, ...typedBags };
      const { totalCents, doubt: figuresDoubt } = assessTyped(delivery, typedFigures);
      // The schema has already refused anything but a number.
      if (totalCents === null) return;
      const noPhoto = missingPhoto(delivery, fuelPhoto);
      const noProof = missingProof(delivery, proof);
      if (noProof) form.setError('signature', { message: noProof });
      if (noPhoto) form.setError('fuelPhoto', { message: noPhoto });
      const asksForReadings = showsReadings && hasGallons(typed);
      const typedReadings = { meterStart: start, meterEnd: end };
      const missing = asksForReadings ? missingReadings(typedReadings, true) : [];
      for (const name of missing) form.setError(name, { message: READINGS_MESSAGE });
      if (noPhoto || noProof || missing.length > 0) return;
      const readings = asksForReadings
        ? { meterStart: String(start), meterEnd: String(end) }
        : undefined;
      const mismatch =
        readings && !delivery.testMode ? meterDoubt({ actualGallons: typed, ...readings }) : '';
      const doubt = [figuresDoubt, mismatch].filter(Boolean).join(' ');
      if (doubt) dismissToast();
      if (doubt && !(await confirm(chargeQuestion(doubt, totalCents)))) return;
      await perform(
        {
          kind: 'complete',
          id: delivery.id,
          shownDate: delivery.date,
          actualGallons: String(typed),
          ...(showsIce && bagsOf(delivery, typedFigures)),
          ...readings,
          ...(delivery.truckId !== null && !delivery.testMode && { truckId: delivery.truckId }),
          shown: shownOrderOf(delivery),
          notes: notes?.trim() || null,
          position: recentPosition(),
          expectedTotalCents: totalCents,
          ...(doubt && { confirmedTotalCents: totalCents }),
        },
        { publicCode: delivery.publicCode, photo: fuelPhoto, proof },
      );
    },
  });
  const { watch, getValues, setValue } = form;
  const lastOrdered = useRef(ordered);
  const {
    actualGallons: orderedGallons,
    smallIceBags: orderedSmall,
    largeIceBags: orderedLarge,
  } = ordered;
  useEffect(() => {
    const before = lastOrdered.current;
    const now = {
      actualGallons: orderedGallons,
      smallIceBags: orderedSmall,
      largeIceBags: orderedLarge,
    };
    lastOrdered.current = now;
    for (const name of FOLLOWING) {
      const isUntouched = getValues(name) === before[name];
      if (isUntouched && now[name] !== before[name]) setValue(name, now[name]);
    }
  }, [orderedGallons, orderedSmall, orderedLarge, getValues, setValue]);
  const savedFor = useRef(shown);
  useEffect(() => {
    const touched = (name: 'smallIceBags' | 'largeIceBags') => {
      const typed = getValues(name);
      return typeof typed === 'number' && typed !== lastOrdered.current[name] ? typed : null;
    };
    const keepTyped = () => {
      const { actualGallons: typed, notes: note, fuelPhoto: photo, ...others } = getValues();
      const { meterStart, meterEnd, ...proofs } = others;
      keep({
        actualGallons: String(typed ?? ''),
        meterStart: String(meterStart ?? ''),
        meterEnd: String(meterEnd ?? ''),
        smallIceBags: touched('smallIceBags'),
        largeIceBags: touched('largeIceBags'),
        shown,
        notes: note ?? '',
        fuelPhoto: photo ?? null,
        signature: proofs.signature ?? null,
        nobodyAboard: proofs.nobodyAboard ?? null,
      });
    };
    // The acknowledged changes are saved, so that a reopened page doesn't ask about the same
    // change again.
    if (savedFor.current !== shown) keepTyped();
    savedFor.current = shown;
    const { unsubscribe } = watch(keepTyped);
    return unsubscribe;
  }, [watch, getValues, keep, shown]);
  const acknowledge = () => {
    setShown(inWords);
    if (!change) return;
    setSeenId(change.id);
    onSeeChange?.();
  };
  const { register, errors } = form;
  const typesIce = Number(watch('smallIceBags') ?? 0) + Number(watch('largeIceBags') ?? 0) > 0;
  const [hadIce, setHadIce] = useState(false);
  const showsIce = hadIce || typesIce || delivery.smallIceBags + delivery.largeIceBags > 0;
  // The ice fields stay even if the last bag is removed, so that buttons don't move under a thumb.
  if (showsIce && !hadIce) setHadIce(true);
  const showsReadings =
    delivery.asksForReadings &&
    (delivery.estimatedGallonsTenths > 0 || hasGallons(watch('actualGallons')));
  const entered = assessTyped(delivery, {
    actualGallons: watch('actualGallons'),
    smallIceBags: watch('smallIceBags'),
    largeIceBags: watch('largeIceBags'),
  });

  const warningOf = () => {
    if (changes.length > 0) return 'This order changed. Check it before you complete the delivery.';
    if (delivery.needsTruck) return 'Select your truck at the top of this page.';
    return entered.doubtSoFar && `${entered.doubtSoFar} Is that right?`;
  };

  return (
    <Form
      form={form}
      aria-label={`Complete order ${delivery.publicCode}`}
      className="stop-work flex flex-col gap-3"
    >
      <h4 className="sr-only">Complete Delivery</h4>
      <div ref={figures} className="flex flex-col gap-3">
        {showsReadings ? <MeterReadings isRequired /> : null}
        <div className="flex flex-col gap-3">
          <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message} required>
            <NumberInput
              name="actualGallons"
              decimal
              hasKeypad
              after="gal"
              className="h-14 text-2xl font-semibold"
            />
          </Field>
          <Keypad name="actualGallons" label="Gallons keypad" />
        </div>
        {showsIce ? (
          <div className="grid gap-3 min-[22rem]:grid-cols-2">
            <Field
              label="Small Ice Bags Delivered"
              error={bagsError('smallIceBags', errors.smallIceBags?.message)}
            >
              <Stepper
                name="smallIceBags"
                noun="small bags"
                max={MAX_ICE_BAGS}
                className="w-full"
              />
            </Field>
            <Field
              label="Large Ice Bags Delivered"
              error={bagsError('largeIceBags', errors.largeIceBags?.message)}
            >
              <Stepper
                name="largeIceBags"
                noun="large bags"
                max={MAX_ICE_BAGS}
                className="w-full"
              />
            </Field>
          </div>
        ) : null}
      </div>
      {changes.length > 0 ? (
        <Callout
          tone="warn"
          title={change ? stopChangeText(change) : 'This order changed'}
          action={
            <Button variant="quiet" size="lg" onClick={acknowledge}>
              Got It
            </Button>
          }
        >
          <ChangeList lines={change ? changes.slice(change.facts.length) : changes} />
        </Callout>
      ) : null}
      <CompletionPictures
        delivery={delivery}
        onBusy={(busy) => setPreparing((photos) => photos + (busy ? 1 : -1))}
      />
      {showsIce ? null : <AddIce />}
      <Field label="Delivery Notes" optional error={errors.notes?.message}>
        <TextArea {...register('notes')} rows={2} maxLength={MAX_COMPLETION_NOTES_LENGTH} />
      </Field>
      <NextBar
        warning={warningOf()}
        about={
          <>
            <p className="text-sm">{totalLabel(delivery)}</p>
            {delivery.promoCode && !isAtServer(delivery) ? (
              <p className="text-sm">We’ll apply the discount when this is sent.</p>
            ) : null}
            <Money size="lg" live>
              {entered.totalCents === null ? '—' : formatDollars(entered.totalCents)}
            </Money>
          </>
        }
      >
        <Button
          type="submit"
          variant="main"
          size="lg"
          block
          busy={form.formState.isSubmitting}
          busyText="Completing…"
          disabled={preparing > 0}
        >
          Complete
        </Button>
      </NextBar>
      {confirmDialog}
    </Form>
  );
}

const FOLLOWING = ['actualGallons', 'smallIceBags', 'largeIceBags'] as const;

/**
 * The values of the fields until the driver types. Gallons start blank, because the driver must
 * read the meter. If only ice was ordered, they start at 0.
 */
const asOrdered = ({ estimatedGallonsTenths, smallIceBags, largeIceBags }: Delivery) => ({
  actualGallons: estimatedGallonsTenths === 0 ? '0' : '',
  smallIceBags,
  largeIceBags,
});

/** The meter starts where the last delivery ended. */
const lastReading = ({ meterTenths }: Delivery) =>
  meterTenths === null ? '' : formatGallons(meterTenths);

/** One line for each change: first those that the server knows, then those of this device alone. */
const changeLines = (change: StopChange | null, local: readonly OrderChange[]): string[] => {
  const facts = change?.facts ?? [];
  const labels = new Set(facts.map(({ label }) => label));
  const others = local.filter(({ label }) => !labels.has(label));
  return [...facts.map(({ text }) => text), ...others.map(changeText)];
};

const changesQuestion = (lines: readonly string[]) => ({
  title: 'Did you see the changes?',
  description: <ChangeList lines={lines} />,
  confirmLabel: 'Got It',
  cancelLabel: 'Not Yet',
});

function ChangeList({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}
