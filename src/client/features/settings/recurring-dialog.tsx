import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { Select } from '@/client/components/select';
import { NumberInput } from '@/client/components/text-input';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { RECURRING_PLANS, recurringSchema, WEEKDAYS } from '@/domain/account/recurring';
import { MAX_GALLONS } from '@/domain/booking/options';
import { FUEL_LABELS, FUEL_TYPES } from '@/domain/pricing/fuel';
import type { Recurring } from './recurring-list';

type RecurringDialogProps = { onSaved: (all: Recurring) => void; onClose: () => void };

const FORM_ID = 'recurring';
const PLANS = Object.entries(RECURRING_PLANS).map(([value, { label }]) => ({ value, label }));

/** How often, on which day, and what. */
export function RecurringDialog({ onSaved, onClose }: RecurringDialogProps) {
  const add = trpc.account.addRecurring.useMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(recurringSchema) as never,
    defaultValues: {
      planType: 'weekly',
      deliveryDay: 'Saturday',
      fuelType: 'Regular',
      gallons: '' as number | '',
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    try {
      onSaved(await add.mutateAsync(values as never));
      onClose();
    } catch (error) {
      setRefusal(problemOf(error).message);
    }
  });
  return (
    <Dialog
      open
      size="sm"
      title="Add recurring delivery"
      onClose={onClose}
      dismissible={!isSubmitting}
      backdropCloses={false}
      alert={refusal}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="main"
            busy={isSubmitting}
            busyText="Saving..."
          >
            Set Up
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="How often" error={errors.planType?.message}>
          <Select {...register('planType')} options={PLANS} />
        </Field>
        <Field label="Day" error={errors.deliveryDay?.message}>
          <Select
            {...register('deliveryDay')}
            options={WEEKDAYS.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field label="Fuel" error={errors.fuelType?.message}>
          <Select
            {...register('fuelType')}
            options={FUEL_TYPES.map((value) => ({ value, label: FUEL_LABELS[value] }))}
          />
        </Field>
        <Field label="Gallons" error={errors.gallons?.message} required>
          <NumberInput
            {...register('gallons', {
              setValueAs: (typed: string) => (typed === '' ? 0 : Number(typed)),
            })}
            after="gal"
            placeholder={`1-${MAX_GALLONS}`}
          />
        </Field>
      </form>
    </Dialog>
  );
}
