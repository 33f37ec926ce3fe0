import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { withId } from '@/client/appointment/boat-and-dock-choice';
import { FUEL_CHOICES } from '@/client/appointment/choices';
import { Consent } from '@/client/appointment/consent';
import { LimitsHint } from '@/client/appointment/limits-hint';
import { slipText } from '@/client/appointment/slip-text';
import { usePrices } from '@/client/appointment/use-prices';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { toastError } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { DateInput } from '@/client/components/form/date-input';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Me, useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { recurringSchema, WEEKDAYS } from '@/domain/account/recurring';
import { readOfPlan, recurringText } from '@/domain/account/recurring-plan';
import { formatLongDate } from '@/domain/dates';
import type { FieldValue } from '@/domain/edit-conflict';
import {
  MAX_GALLONS,
  MAX_ICE_BAGS,
  prefilledCanType,
  prefilledFuelType,
} from '@/domain/order/options';
import { fillUpGallons } from '@/domain/order/order';
import { timeSlotByLabel, timeSlotLabel } from '@/domain/slots/time-slots';
import { INTO, PLANS, recurringFacts } from './recurring-facts';

export type Recurring = Outputs['account']['recurring'];
type Plan = Recurring['deliveries'][number];
type Delivery = Outputs['booking']['get'];
type Boat = Outputs['account']['boats'][number];
type Dock = Outputs['account']['docks'][number];

type RecurringDialogProps = {
  /** The recurring delivery to edit, or a past delivery to repeat. */
  plan?: Plan | undefined;
  delivery?: Delivery | undefined;
  onSaved: (all: Recurring) => void;
  onClose: () => void;
};

const DAYS = WEEKDAYS.map((value) => ({ value, label: value }));

/** Sets up or edits a recurring delivery. It waits for the account's boats and docks. */
export function RecurringDialog(props: RecurringDialogProps) {
  const me = useMe();
  const boats = trpc.account.boats.useQuery();
  const docks = trpc.account.docks.useQuery();
  if (!me || boats.isPending || docks.isPending) return null;
  return <RecurringForm {...props} me={me} boats={boats.data ?? []} docks={docks.data ?? []} />;
}

/** Returns the windows of the coming dates as options, and the plan's own one. */
function useWindows(own: unknown) {
  const { data } = trpc.slots.window.useQuery();
  const coming = (data?.days ?? []).flatMap(({ timeSlots }) => timeSlots.map(({ label }) => label));
  const labels = [...new Set([...coming, ...(typeof own === 'string' && own ? [own] : [])])];
  const indexOf = (label: string) => timeSlotByLabel(label)?.index ?? 0;
  return [
    { value: '', label: 'First available' },
    ...labels.sort((a, b) => indexOf(a) - indexOf(b)).map((label) => ({ value: label, label })),
  ];
}

type RecurringFormProps = RecurringDialogProps & { me: Me; boats: Boat[]; docks: Dock[] };

function RecurringForm(props: RecurringFormProps) {
  const { plan, boats, docks, onSaved, onClose } = props;
  const utils = trpc.useUtils();
  const add = trpc.account.addRecurring.useMutation();
  const edit = trpc.account.editRecurring.useMutation();
  const consent = useRecurringConsent();
  const conflict = useEditConflict<Record<string, FieldValue>>(
    plan ? readOfPlan(plan) : {},
    nextValues,
  );
  const bookNow = trpc.account.bookRecurring.useMutation();
  const form = useZodForm(recurringSchema, {
    defaultValues: startOf(props),
    send: async (typed) => {
      const sent = typed.dockId ? { ...typed, location: null, slipNumber: null } : typed;
      onSaved(
        await (plan
          ? edit.mutateAsync({ ...sent, id: plan.id, read: conflict.read() })
          : add.mutateAsync(sent)),
      );
      onClose();
      // If this fails, the job books the dates within minutes.
      const booked = await bookNow.mutateAsync().catch(() => null);
      if (booked) onSaved(booked);
      void utils.booking.list.invalidate();
      void utils.slots.window.invalidate();
    },
    conflict,
    onFailed: (problem) => {
      toastError('Recurring Delivery Not Saved', problem.message);
    },
  });
  const { register, errors, watch, setValue } = form;
  const values = watch();
  const boat = withId(boats, values.boatId);
  const dock = withId(docks, values.dockId);
  const limits = usePrices().data?.list;
  const setFillUp = (fillUp: boolean) => {
    setValue('fillUp', fillUp, { shouldDirty: true });
    const most = String(fillUpGallons(boat?.fuelCapacity ?? null, limits?.mostGallons));
    if (fillUp) setValue('gallons', most, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <FormDialog
      form={form}
      title={plan ? 'Edit recurring delivery' : 'Add recurring delivery'}
      disabled={!consent.data}
      submitLabel={plan ? 'Save Changes' : 'Set Up'}
      busyText="Saving..."
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={recurringFacts(boats, docks)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="How Often" error={errors.planType?.message}>
          <Select {...register('planType')} options={PLANS} />
        </Field>
        <Field label="Day" error={errors.deliveryDay?.message}>
          <Select {...register('deliveryDay')} options={DAYS} />
        </Field>
        <Field label="Preferred Window" error={errors.time?.message}>
          <Select {...register('time')} options={useWindows(form.formState.defaultValues?.time)} />
        </Field>
        <Field label="Last Date" optional error={errors.endDate?.message}>
          <DateInput
            name="endDate"
            value={typeof values.endDate === 'string' ? values.endDate : ''}
            onDate={(date) => setValue('endDate', date, { shouldDirty: true })}
          />
        </Field>
      </div>
      {docks.length > 0 ? (
        <Field label="Dock" error={errors.dockId?.message}>
          <Select
            {...register('dockId')}
            options={[
              ...docks.map(({ id, label, slip }) => ({
                value: id,
                label: [label, slipText(slip)].filter(Boolean).join(', '),
              })),
              { value: '', label: 'Another place' },
            ]}
          />
        </Field>
      ) : null}
      {dock ? null : (
        <>
          <Field label="Delivery Location" error={errors.location?.message} required>
            <TextInput {...register('location')} icon="pin" maxLength={200} />
          </Field>
          <Field label="Slip Number" optional error={errors.slipNumber?.message}>
            <TextInput {...register('slipNumber')} icon="anchor" maxLength={120} />
          </Field>
        </>
      )}
      {boats.length > 0 ? (
        <Field label="Boat" error={errors.boatId?.message}>
          <Select
            {...register('boatId')}
            options={boats.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      ) : null}
      <Field label="Fuel" error={errors.fuelType?.message}>
        <Select {...register('fuelType')} options={FUEL_CHOICES} />
      </Field>
      <Checkbox
        label="Fill up the tank"
        checked={values.fillUp === true}
        onChange={({ currentTarget }) => setFillUp(currentTarget.checked)}
      />
      {values.fillUp ? null : (
        <Field label="Gallons" error={errors.gallons?.message} required>
          <NumberInput
            name="gallons"
            after="gal"
            placeholder={`1-${limits?.mostGallons ?? MAX_GALLONS}`}
          />
        </Field>
      )}
      <Field label="Where the Fuel Goes" error={errors.canType?.message}>
        <Select {...register('canType')} options={INTO} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <BagsFields most={MAX_ICE_BAGS} />
      </div>
      <LimitsHint limits={limits} />
      <Summary values={values} boat={boat} dock={dock} />
      {consent.data ? <Consent text={consent.data.text} /> : null}
    </FormDialog>
  );
}

/** Fetches the consent text, which the server stores as shown, each time the dialog opens. */
function useRecurringConsent() {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['recurring-consent'],
    queryFn: () => client.account.showRecurringConsent.mutate(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

type Inputs = Partial<z.input<typeof recurringSchema>>;

/** Describes the deliveries that will be booked, once all required values are valid. */
function Summary({ values, boat, dock }: { values: Inputs; boat: Boat | null; dock: Dock | null }) {
  const read = recurringSchema.safeParse(values);
  const typed = [values.location, slipText(values.slipNumber ?? null)].filter(Boolean).join(', ');
  const place = dock ? [dock.label, slipText(dock.slip)].filter(Boolean).join(', ') : typed;
  if (!read.success || place === '') return null;
  const until = read.data.endDate ? formatLongDate(read.data.endDate) : null;
  return (
    <Callout tone="info" title="We’ll book this" live>
      {recurringText(read.data, { boat: boat?.name ?? 'your boat', place, until })}
    </Callout>
  );
}

/** Returns the form's values: of the plan, of the past delivery, or of the customer's preferences. */
function startOf({ plan, delivery, me, boats, docks }: RecurringFormProps) {
  const firstOf = <Row extends { id: string; isDefault: boolean }>(
    rows: readonly Row[],
    id: string | null | undefined,
  ) => (withId(rows, id) ?? rows.find(({ isDefault }) => isDefault))?.id ?? '';
  const source = plan ?? delivery;
  const order = {
    planType: plan?.planType ?? ('weekly' as const),
    deliveryDay: plan?.deliveryDay ?? weekdayOf(delivery?.date),
    time: timeOf(plan, delivery),
    endDate: plan?.endDate ?? '',
    boatId: firstOf(boats, source?.boatId),
    dockId: source?.dockId === null && source.location ? '' : firstOf(docks, source?.dockId),
    location: source?.location ?? me.address ?? '',
    slipNumber: source?.slipNumber ?? '',
    canType: source?.canType ?? prefilledCanType(me),
    fillUp: source?.fillUp ?? false,
    smallIceBags: source?.smallIceBags ?? 0,
    largeIceBags: source?.largeIceBags ?? 0,
  };
  if (plan) return { ...order, fuelType: plan.fuelType, gallons: String(plan.gallons) };
  if (!delivery) return { ...order, ...preferredOrder(me) };
  const gallons = Math.min(MAX_GALLONS, Math.ceil(delivery.estimatedGallonsTenths / 10));
  return { ...order, fuelType: delivery.fuelType, gallons: gallons > 0 ? String(gallons) : '' };
}

const weekdayOf = (date: string | undefined) =>
  (date && WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]) || ('Saturday' as const);

function timeOf(plan: Plan | undefined, delivery: Delivery | undefined): string {
  if (!plan) return delivery?.time ?? '';
  return plan.slotIndex === null ? '' : timeSlotLabel(plan.slotIndex);
}

/** Returns the fuel and gallons from the customer's preferences. Gallons are blank without any. */
function preferredOrder(me: Me) {
  if (!me.preferencesSavedAt) return { fuelType: 'Regular' as const, gallons: '' };
  const { preferredFuelType, typicalFuelCapacity } = me;
  return {
    fuelType: prefilledFuelType(preferredFuelType),
    gallons: typicalFuelCapacity ? String(Math.min(typicalFuelCapacity, MAX_GALLONS)) : '',
  };
}
