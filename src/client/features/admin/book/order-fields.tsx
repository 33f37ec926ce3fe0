import { useFormContext } from 'react-hook-form';
import { BagsFields } from '@/client/appointment/bags-fields';
import { LimitsHint } from '@/client/appointment/limits-hint';
import { usePrices } from '@/client/appointment/use-prices';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { Inputs } from '@/client/lib/trpc';
import { CAN_TYPE_LABELS, CAN_TYPES } from '@/domain/order/options';
import { fillUpGallons } from '@/domain/order/order';
import { FUEL_TYPES } from '@/domain/pricing/fuel';
import { BoatFields, DockFields, MoreFields, useBoatsAndDocks } from './boat-and-dock';

/** The fields for the boat, dock, fuel, and ice. */
export function OrderFields() {
  const { register, watch, formState } = useFormContext<Inputs['admin']['bookForCustomer']>();
  const { errors } = formState;
  const account = useBoatsAndDocks();
  const [fillUp, typedTank] = watch(['fillUp', 'boatTank']);
  const tank = account.boat ? account.boat.fuelCapacity : Number(typedTank) || null;
  const limits = usePrices().data?.list;
  return (
    <>
      <BoatFields account={account} />
      <DockFields account={account} />
      <Field label="Fuel" error={errors.fuelType?.message}>
        <Select
          {...register('fuelType')}
          options={FUEL_TYPES.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Can Type" error={errors.canType?.message}>
        <Select
          {...register('canType')}
          options={CAN_TYPES.map((value) => ({ value, label: CAN_TYPE_LABELS[value] }))}
        />
      </Field>
      <div className="flex flex-col gap-1">
        {fillUp ? null : (
          <Field label="Gallons" error={errors.estimatedGallons?.message}>
            <NumberInput name="estimatedGallons" decimal after="gal" />
          </Field>
        )}
        <Checkbox
          {...register('fillUp')}
          label="Fill up"
          hint={
            fillUp
              ? withNoBreaks(
                  `Estimate: up to ${fillUpGallons(tank, limits?.mostGallons)} gallons. The customer pays for the gallons delivered.`,
                )
              : undefined
          }
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <BagsFields />
      </div>
      <LimitsHint limits={limits} />
      <MoreFields account={account} />
    </>
  );
}
