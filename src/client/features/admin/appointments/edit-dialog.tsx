import { useState } from 'react';
import { BagsFields } from '@/client/appointment/bags-fields';
import { APPOINTMENT_FACTS } from '@/client/appointment/conflict-facts';
import { LimitsHint } from '@/client/appointment/limits-hint';
import { asExpected, askedTotal, totalQuestion } from '@/client/appointment/total-question';
import { usePrices } from '@/client/appointment/use-prices';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import {
  changesToMerge,
  nextVersion,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { editDetailsSchema } from '@/domain/appointment/edit.schema';
import { type Cents, formatDollars, formatGallons } from '@/domain/money';
import { formatUnitPrice } from '@/domain/pricing/unit-price';
import type { Appointment } from './appointment';
import { changedValues, EditOrderFields, orderValuesOf } from './edit-order-fields';
import { PricePreview } from './price-preview';
import { callText } from './unreached';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type EditDialogProps = { appointment: Appointment; onClose: () => void };
type Saved = Outputs['admin']['editDetails'];

/**
 * Edits the order, the boat, the dock, and the custom price per gallon, with a preview of
 * the total.
 */
export function EditDialog({ appointment, onClose }: EditDialogProps) {
  const refresh = useRefreshAppointments();
  const utils = trpc.useUtils();
  const saving = trpc.admin.editDetails.useMutation();
  const prices = usePrices();
  const [shown, setShown] = useState<Outputs['admin']['previewPrice'] | null>(null);
  const { confirm, confirmDialog } = useConfirm();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const { customUnitPriceCents } = appointment;
  const form = useZodForm(editDetailsSchema, {
    mode: 'onChange',
    defaultValues: {
      id: appointment.id,
      ...orderValuesOf(appointment),
      estimatedGallons: formatGallons(appointment.estimatedGallonsTenths),
      smallIceBags: String(appointment.smallIceBags),
      largeIceBags: String(appointment.largeIceBags),
      customFuelPrice: customUnitPriceCents === null ? '' : formatUnitPrice(customUnitPriceCents),
    },
    send: async (typed) => {
      const price = String(typed.customFuelPrice ?? '').trim();
      // A slip of the finger mustn't give fuel away.
      if (dirtyFields.customFuelPrice && price !== '' && Number(price) === 0) {
        const isMeant = await confirm({
          title: 'Make this fuel free?',
          description: 'The custom fuel price is $0.00 per gallon, including service.',
          confirmLabel: 'Save as Free',
          cancelLabel: 'Keep Editing',
        });
        if (!isMeant) return;
      }
      const version = conflict.read();
      const saved = await save(
        { ...changedValues(typed, dirtyFields), version },
        // Before the first preview, the dialog shows the appointment's own total.
        (shown ?? { totalCents: appointment.totalPriceCents }).totalCents,
      );
      if (!saved) return;
      const isSame = saved.version === version;
      toastSuccess(`${appointment.publicCode} Updated`, isSame ? undefined : callText(saved));
      await refresh();
      onClose();
    },
    onFailed: (problem, field, error) => {
      if (conflict.notice(problem)) {
        void utils.admin.previewPrice.invalidate();
        return void refresh();
      }
      if (field && problem.reason === 'invalid_input') return;
      toastUpdateFailed(error);
      void refresh();
    },
  });
  const { errors } = form;
  const setsPrice = useMay()('concessions');
  const { dirtyFields } = form.formState;
  const typed = { ...form.watch(), ...changesToMerge(form, conflict, APPOINTMENT_FACTS) };

  /** @returns null if staff don't agree to a higher total, which keeps the form open */
  async function save(
    input: Inputs['admin']['editDetails'],
    shownCents: Cents | null,
  ): Promise<Saved | null> {
    try {
      return await saving.mutateAsync({ ...input, ...asExpected(shownCents) });
    } catch (error) {
      const problem = problemOf(error);
      const askedCents = askedTotal(problem);
      if (askedCents === null) throw error;
      void utils.admin.previewPrice.invalidate();
      const isMeant = await confirm(totalQuestion('Save', askedCents, problem.message));
      return isMeant ? save(input, askedCents) : null;
    }
  }

  /** A custom price was set for one fuel, so another fuel starts without it. */
  const followFuel = (fuelType: string) => {
    if (dirtyFields.customFuelPrice) return;
    const isSame = fuelType === appointment.fuelType;
    form.setValue(
      'customFuelPrice',
      isSame && customUnitPriceCents !== null ? formatUnitPrice(customUnitPriceCents) : '',
    );
  };

  const { fuelType = appointment.fuelType } = typed;
  const isOtherFuel = fuelType !== appointment.fuelType;
  const charged = prices.data?.charged[fuelType];
  const usual = isOtherFuel
    ? `today’s price${charged === undefined ? '' : `: ${formatDollars(charged)}`}`
    : `the unit price at booking: ${formatDollars(appointment.bookedUnitPriceCents)}`;
  return (
    <FormDialog
      form={form}
      size="md"
      title="Edit Appointment"
      description={`We’ll notify the customer of ${appointment.publicCode} about the change.`}
      submitLabel="Save Changes"
      busyText="Saving…"
      onClose={onClose}
      className="grid grid-cols-2 gap-4"
    >
      <EditConflictPanel conflict={conflict} facts={APPOINTMENT_FACTS} />
      <EditOrderFields
        appointment={appointment}
        estimate={shown?.estimatedGallonsTenths}
        onFuel={followFuel}
      />
      {setsPrice ? (
        <Field
          label="Custom Fuel Price"
          optional
          error={errors.customFuelPrice?.message}
          hint={`Leave blank to use ${usual} per gallon, including service.`}
          className="col-span-2 sm:col-span-1"
        >
          <NumberInput name="customFuelPrice" decimal before="$" after="/gal" />
        </Field>
      ) : null}
      <BagsFields />
      <LimitsHint limits={prices.data?.list} />
      <PricePreview
        typed={changedValues(typed, dirtyFields)}
        appointment={appointment}
        onShown={setShown}
      />
      {confirmDialog}
    </FormDialog>
  );
}
