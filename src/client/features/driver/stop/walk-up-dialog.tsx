import { useState } from 'react';
import * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { LimitsHint } from '@/client/appointment/limits-hint';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { RadioCards } from '@/client/components/form/radio-cards';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Money } from '@/client/components/money';
import { dockAtHand, type ShownDay } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import {
  type FormDraft,
  formDraftKey,
  useDraft,
  useDraftOfForm,
} from '@/client/features/driver/outbox/use-draft';
import { newId } from '@/client/lib/new-id';
import { hasPhoneOrBoat, walkUpFields } from '@/domain/driver/walk-up.schema';
import { formatDollars, NO_GALLONS } from '@/domain/money';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import { EMPTY_ORDER, type OrderItems } from '@/domain/order/order';
import { orderHasItems } from '@/domain/order/order.schema';
import { aboveLimits, FIRST_LIMITS } from '@/domain/order/order-limits';
import { FUEL_TYPES, type FuelType } from '@/domain/pricing/fuel';
import type { PriceList } from '@/domain/pricing/price-list';
import { quoteNew } from '@/domain/pricing/quote';

const schema = z.object(walkUpFields).check(orderHasItems, hasPhoneOrBoat);

type Values = z.input<typeof schema>;

type WalkUpDialogProps = {
  day: ShownDay;
  userId: string;
  perform: PerformAction;
  onClose: () => void;
};

/** Books a walk-up. */
export function WalkUpDialog(props: WalkUpDialogProps) {
  const saved = useDraft<Values>(formDraftKey(props.userId, 'walk-up', props.day.driver.id));
  const { draft } = saved;
  return draft === undefined ? null : <WalkUpForm {...props} formDraft={{ ...saved, draft }} />;
}

type WalkUpFormProps = Omit<WalkUpDialogProps, 'userId'> & { formDraft: FormDraft<Values> };

function WalkUpForm({ day, formDraft, perform, onClose }: WalkUpFormProps) {
  const { unitPrices, confirmAboveCents } = day.walkUps;
  // A day stored by an older version has no list.
  const priceList = day.walkUps.priceList ?? null;
  const limits = day.walkUps.limits ?? FIRST_LIMITS;
  const [firstPrices] = useState(unitPrices);
  const form = useZodForm(schema, {
    defaultValues: {
      customerPhone: '',
      boatName: '',
      fuelType: 'Regular' as FuelType,
      estimatedGallons: '',
      smallIceBags: 0,
      largeIceBags: 0,
      location: dockAtHand(day),
      slipNumber: '',
      promoCode: '',
    },
    send: async (typed) => {
      // Without signal, the server can't refuse it before the fuel is pumped.
      const above = aboveLimits(orderOf(typed), limits, { byStaff: true });
      if (above) {
        form.setError(above.field as keyof Values, { message: above.text });
        return;
      }
      // The dialog closes first, because the walk-up's card appears right away.
      onClose();
      await perform(
        {
          kind: 'walkUp',
          id: newId(),
          driverId: day.driver.id,
          shownDate: day.date,
          location: typed.location.trim(),
          slipNumber: typed.slipNumber?.trim() || null,
          fuelType: typed.fuelType,
          estimatedGallons: String(typed.estimatedGallons ?? ''),
          smallIceBags: countOf(typed.smallIceBags),
          largeIceBags: countOf(typed.largeIceBags),
          customerPhone: textOf(typed.customerPhone),
          boatName: textOf(typed.boatName),
          promoCode: textOf(typed.promoCode),
          unitPriceCents: unitPrices[typed.fuelType],
          priceList,
          confirmAboveCents,
          expectedTotalCents: estimateOf(orderOf(typed), { unitPrices, priceList }),
        },
        // The draft is deleted even if it isn't saved. Otherwise, the same walk-up could be booked
        // twice.
        { draft: formDraft.key, onStored: formDraft.forget },
      );
    },
  });
  useDraftOfForm(form, formDraft);
  const discard = () => {
    formDraft.forget();
    onClose();
  };
  const { register, errors, watch } = form;
  const order = orderOf(watch());
  const { fuelType } = order;
  return (
    <FormDialog
      form={form}
      size="md"
      buttonSize="lg"
      title="Walk-up"
      description="For a customer on the dock. They’ll add a card with a code on this screen or a link."
      submitLabel="Book"
      busyText="Booking…"
      onClose={discard}
    >
      <Field
        label="Phone"
        hint="Ask first. We’ll text this number about the delivery. Replying STOP ends the texts."
        error={errors.customerPhone?.message}
      >
        <TextInput {...register('customerPhone')} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field
        label="Boat"
        hint="Enter a phone number, a boat name, or both."
        error={errors.boatName?.message}
      >
        <TextInput {...register('boatName')} maxLength={60} autoComplete="off" />
      </Field>
      <RadioCards
        {...register('fuelType')}
        legend="Fuel"
        dense
        columns={2}
        options={FUEL_TYPES.map((fuelType) => ({
          value: fuelType,
          label: `${fuelType}, ${formatDollars(unitPrices[fuelType])}`,
        }))}
      />
      <Field label="Gallons" error={errors.estimatedGallons?.message}>
        <NumberInput
          name="estimatedGallons"
          decimal
          after="gal"
          className="h-16 text-2xl font-semibold"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <BagsFields most={MAX_ICE_BAGS} />
      </div>
      <LimitsHint limits={limits} />
      <Field label="Location" error={errors.location?.message} required>
        <TextInput {...register('location')} maxLength={200} />
      </Field>
      <Field label="Slip" error={errors.slipNumber?.message} optional>
        <TextInput {...register('slipNumber')} maxLength={120} autoComplete="off" />
      </Field>
      <Field
        label="Discount Code"
        hint="We’ll check the code and apply the discount once the walk-up is sent."
        error={errors.promoCode?.message}
        optional
      >
        <TextInput {...register('promoCode')} maxLength={10} autoComplete="off" />
      </Field>
      <p className="flex items-baseline justify-between gap-3 rounded-field bg-base-200 px-4 py-3">
        <span>
          Estimated total
          <span role="status" className="block font-semibold">
            {firstPrices[fuelType] === unitPrices[fuelType]
              ? null
              : `Price changed, was ${formatDollars(firstPrices[fuelType])}/gal`}
          </span>
        </span>
        <Money size="lg" live>
          {formatDollars(estimateOf(order, { unitPrices, priceList }))}
        </Money>
      </p>
    </FormDialog>
  );
}

const { estimatedGallons, smallIceBags } = walkUpFields;
const countOf = (typed: unknown) => smallIceBags.safeParse(typed).data ?? 0;
const textOf = (typed: unknown) => (typeof typed === 'string' && typed.trim()) || null;

type WalkUpPrices = {
  unitPrices: ShownDay['walkUps']['unitPrices'];
  priceList: PriceList | null;
};

/** Returns the order typed so far. Wrong amounts count as 0. */
const orderOf = (typed: Partial<Values>): OrderItems => ({
  ...EMPTY_ORDER,
  fuelType: typed.fuelType ?? 'Regular',
  estimatedGallonsTenths: estimatedGallons.safeParse(typed.estimatedGallons).data ?? NO_GALLONS,
  smallIceBags: countOf(typed.smallIceBags),
  largeIceBags: countOf(typed.largeIceBags),
});

const estimateOf = (order: OrderItems, { unitPrices, priceList }: WalkUpPrices) =>
  quoteNew(order, { charged: unitPrices, list: priceList }).totalCents;
