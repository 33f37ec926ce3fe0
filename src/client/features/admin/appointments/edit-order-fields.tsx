import { useFormContext } from 'react-hook-form';
import { BoatChoice, DockChoice, withId } from '@/client/appointment/boat-and-dock-choice';
import { Callout } from '@/client/components/feedback/callout';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { fuelMismatch } from '@/domain/account/boats';
import { dockOfTyped } from '@/domain/account/docks';
import { formatGallons, type GallonTenths, toTenths } from '@/domain/money';
import { CAN_TYPE_LABELS, CAN_TYPES } from '@/domain/order/options';
import { FUEL_TYPES } from '@/domain/pricing/fuel';
import type { Appointment } from './appointment';

type EditInput = Inputs['admin']['editDetails'];
type Account = Pick<Outputs['admin']['customer'], 'boats' | 'docks'>;

const NOTHING: Account = { boats: [], docks: [] };

/** Returns the form's values for the fuel, boat, and dock of an appointment. */
export function orderValuesOf(appointment: Appointment) {
  const { fuelType, fillUp, canType, location, slipNumber, boat, boatId, dockId } = appointment;
  return {
    ...{ fuelType, fillUp, canType, location, boatId, dockId },
    slipNumber: slipNumber ?? '',
    boatName: boat?.name ?? '',
    boatTank: String(boat?.fuelCapacity ?? ''),
  };
}

/**
 * Returns the values to send. The boat and the dock are left out unless they were changed, so that an open
 * form can't undo someone else's change to them.
 */
export function changedValues<Values extends Partial<EditInput>>(
  typed: Values,
  dirty: Partial<Record<keyof EditInput, unknown>>,
) {
  const { boatId, boatName, boatTank, dockId, ...rest } = typed;
  const isOtherBoat = Boolean(dirty.boatId || dirty.boatName || dirty.boatTank);
  return {
    ...rest,
    ...(isOtherBoat && { boatId, boatName, boatTank }),
    ...(dirty.dockId ? { dockId } : null),
  };
}

/** The boats and docks of the appointment's customer. A guest has none. */
function useAccount({ userId }: Appointment): Account {
  // Emergency access can't open customers.
  const isEmergency = useIsEmergency();
  const { data } = trpc.admin.customer.useQuery(
    { id: userId ?? '' },
    { enabled: userId !== null && !isEmergency },
  );
  return data ?? NOTHING;
}

type EditOrderFieldsProps = {
  appointment: Appointment;
  /** The gallons (in tenths) that the preview's price is for, if the preview is up to date. */
  estimate: GallonTenths | undefined;
  /** Called when the fuel changes. */
  onFuel: (fuelType: string) => void;
};

/** The fuel, the amount, where it goes, the boat, and the dock of an order. */
export function EditOrderFields({ appointment, estimate, onFuel }: EditOrderFieldsProps) {
  const { register, resetField, setValue, watch, formState } = useFormContext<EditInput>();
  const { errors } = formState;
  const { boats, docks } = useAccount(appointment);
  const [fillUp, boatId, dockId, fuelType = 'Regular', canType = 'boat', gallons] = watch([
    'fillUp',
    'boatId',
    'dockId',
    'fuelType',
    'canType',
    'estimatedGallons',
  ]);
  const boat = withId(boats, boatId);
  const dock = withId(docks, dockId);
  const hasFuel = fillUp || Number(gallons) > 0;
  const mismatch = fuelMismatch(boat, {
    ...{ fuelType, canType },
    estimatedGallonsTenths: toTenths(hasFuel ? 1 : 0),
  });
  const location = register('location');
  return (
    <>
      <Field label="Fuel" error={errors.fuelType?.message}>
        <Select
          {...register('fuelType', { onChange: ({ target }) => onFuel(target.value) })}
          options={FUEL_TYPES.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Can Type" error={errors.canType?.message}>
        <Select
          {...register('canType')}
          options={CAN_TYPES.map((value) => ({ value, label: CAN_TYPE_LABELS[value] }))}
        />
      </Field>
      <div className="col-span-2 flex flex-col gap-1 sm:col-span-1">
        {fillUp ? null : (
          <Field label="Gallons" error={errors.estimatedGallons?.message}>
            <NumberInput name="estimatedGallons" decimal after="gal" />
          </Field>
        )}
        <Checkbox
          {...register('fillUp', {
            // The hidden field must not keep an error.
            onChange: () => resetField('estimatedGallons'),
          })}
          label="Fill up"
          hint={
            fillUp && estimate !== undefined
              ? withNoBreaks(
                  `Estimate: up to ${formatGallons(estimate)} gallons. The customer pays for the gallons delivered.`,
                )
              : undefined
          }
        />
      </div>
      {boats.length > 0 ? (
        <BoatChoice
          rows={boats}
          valuesOf={(row) => (row ? { boatId: row.id } : OTHER_BOAT)}
          columns="fit"
          className="col-span-2"
          error={errors.boatId?.message}
        />
      ) : null}
      {boat ? null : (
        <>
          <Field label="Boat" optional error={errors.boatName?.message}>
            <TextInput {...register('boatName')} icon="boat" autoComplete="off" maxLength={60} />
          </Field>
          <Field label="Tank Size" optional error={errors.boatTank?.message}>
            <NumberInput name="boatTank" after="gal" />
          </Field>
        </>
      )}
      {mismatch ? (
        <Callout tone="warn" className="col-span-2" live>
          {mismatch.text}
        </Callout>
      ) : null}
      {appointment.status === 'en_route' ? null : (
        <>
          {docks.length > 0 ? (
            <DockChoice
              rows={docks}
              valuesOf={(row) => ({
                dockId: row?.id ?? null,
                location: row?.label ?? '',
                slipNumber: row?.slip ?? '',
              })}
              columns="fit"
              className="col-span-2"
              error={errors.dockId?.message}
            />
          ) : null}
          <Field label="Location" error={errors.location?.message} required>
            <TextInput
              {...location}
              icon="pin"
              onChange={(event) => {
                const there = dockOfTyped(docks, event.target.value, dock);
                setValue('dockId', there?.id ?? null, { shouldDirty: true });
                return location.onChange(event);
              }}
            />
          </Field>
          <Field label="Slip Number" optional error={errors.slipNumber?.message}>
            <TextInput {...register('slipNumber')} />
          </Field>
        </>
      )}
    </>
  );
}

const OTHER_BOAT = { boatId: null, boatName: '', boatTank: '' };
