import { type ReactNode, useEffect } from 'react';
import { APPOINTMENT_FACTS } from '@/client/appointment/conflict-facts';
import {
  asExpected,
  askedTotal,
  lowerTotalText,
  totalQuestion,
} from '@/client/appointment/total-question';
import { usePrices } from '@/client/appointment/use-prices';
import { When } from '@/client/appointment/when';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import {
  changesToMerge,
  nextVersion,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { ReadOrderForm } from '@/domain/appointment/book.schema';
import type { Cents } from '@/domain/money';
import { priceListAfter } from '@/domain/pricing/promised-price-list';
import { pricesByFuel } from '@/domain/pricing/promised-prices';
import { OrderForm } from './order-form';
import { valuesOf } from './order-values';
import { type ListOf, pricedOrder } from './priced-order';
import { useBoatsAndDocks } from './use-boats-and-docks';
import { cansQuestion, useCansQuestion } from './use-cans-question';
import { fetchResolver, useOrderForm } from './use-order-form';
import { useSlots } from './use-slots';

type ChangeAppointmentProps = {
  id: string;
  onSaved: () => void;
  /** Renders the person's options if they may not open the delivery. */
  waysOn: ReactNode;
};

/** Shows the order form for a change, which keeps the appointment's card. */
export function ChangeAppointment({ id, onSaved, waysOn }: ChangeAppointmentProps) {
  const appointment = trpc.booking.get.useQuery({ id });
  if (appointment.isError) {
    const { message, reason } = problemOf(appointment.error);
    const isLasting = reason === 'not_found' || reason === 'unauthenticated';
    return (
      <ErrorState
        title="We couldn’t open this delivery"
        onRetry={isLasting ? undefined : () => appointment.refetch()}
        action={isLasting ? waysOn : null}
      >
        {reason === 'unauthenticated' ? 'Sign in to change your delivery.' : message}
      </ErrorState>
    );
  }
  if (!appointment.data) {
    return <SkeletonList label="Loading your delivery…" rows={6} rowClassName="h-14" />;
  }
  if (!appointment.data.canModify) {
    return (
      <>
        <Callout tone="info">This delivery can no longer be changed.</Callout>
        <div className="mt-4 flex flex-wrap gap-2">{waysOn}</div>
      </>
    );
  }
  return <EditForm key={id} appointment={appointment.data} onSaved={onSaved} />;
}

type EditFormProps = { appointment: Outputs['booking']['get']; onSaved: () => void };

function EditForm({ appointment, onSaved }: EditFormProps) {
  const utils = trpc.useUtils();
  const modify = trpc.booking.modify.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const slots = useSlots({ date: appointment.date, time: appointment.time });
  const prices = usePrices();
  const { testMode, discount } = appointment;
  const terms = { testMode, discount };

  const { confirm, confirmDialog } = useConfirm();
  const unitPrices = prices.data ? pricesByFuel(appointment, prices.data.charged) : null;
  const today = prices.data?.list;
  const listOf: ListOf = (order) =>
    today ? priceListAfter(appointment, order, today) : appointment.priceList;

  const form = useOrderForm(valuesOf(appointment), async (order) => {
    if (cans.isOpen() && !(await confirm(cansQuestion(cans.reason())))) return;
    const priced = { ...form.getValues(), ...toMerge() };
    const shown = pricedOrder(priced, unitPrices, { ...terms, listOf });
    await save(order, shown?.total.totalCents ?? null);
  });

  const toMerge = () => changesToMerge(form, conflict, APPOINTMENT_FACTS);

  const save = async (order: ReadOrderForm, shownCents: Cents | null): Promise<void> => {
    try {
      const changed = await modify.mutateAsync({
        ...order,
        // If the boat wasn't changed in this form, it's omitted, so that someone else's change
        // stays.
        ...(order.boatId === form.formState.defaultValues?.boatId && { boatId: undefined }),
        ...asExpected(shownCents),
        id: appointment.id,
        version: conflict.read(),
      });
      const lower = lowerTotalText(changed.totalPriceCents, shownCents);
      utils.booking.get.setData({ id: appointment.id }, changed);
      void utils.booking.list.invalidate();
      toastSuccess(
        'Appointment Updated',
        <>
          <When {...changed} />
          {lower && `.${lower}`}
        </>,
      );
      onSaved();
    } catch (error) {
      const problem = problemOf(error);
      if (conflict.notice(problem)) {
        // The current window must be loaded first. Otherwise, the form would treat that window as
        // lost.
        await utils.booking.get.invalidate({ id: appointment.id });
        return;
      }
      const { answered, reason, field, message } = problem;
      const askedCents = askedTotal(problem);
      if (askedCents !== null) {
        void utils.pricing.current.invalidate();
        const isMeant = await confirm(totalQuestion('Save', askedCents, message));
        return isMeant ? save(order, askedCents) : undefined;
      }
      toastError(answered ? 'Booking Failed' : 'Changes Not Saved', message);
      if (reason === 'slot_taken') form.setValue('time', '');
      if (field === 'dockId') void utils.account.docks.invalidate();
      if (reason === 'conflict') void utils.booking.get.invalidate({ id: appointment.id });
    } finally {
      void utils.slots.window.invalidate();
    }
  };

  useEffect(() => void fetchResolver(), []);
  const account = useBoatsAndDocks(form);
  const cans = useCansQuestion(form, account.boat, null, true);
  const { isDirty, isSubmitting } = form.formState;

  return (
    <>
      {/* Saving leaves the form, so the form must not ask about unsaved changes. */}
      <LeaveGuard
        when={isDirty && !isSubmitting}
        description="Your changes to this delivery aren’t saved yet."
      />
      <OrderForm
        form={form}
        account={account}
        cans={cans}
        slots={slots}
        unitPrices={unitPrices}
        listOf={listOf}
        terms={terms}
        toMerge={toMerge()}
        notice={<EditConflictPanel conflict={conflict} facts={APPOINTMENT_FACTS} />}
        submitLabel="Save Changes"
        busyText="Saving..."
      />
      {confirmDialog}
    </>
  );
}
