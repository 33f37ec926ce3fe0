import { Callout } from '@/client/components/callout';
import { ErrorState, SkeletonList } from '@/client/components/states';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';
import { BookingForm } from './booking-form';
import { valuesOf } from './booking-values';
import { useBookingForm } from './use-booking-form';
import { useSlots } from './use-slots';

type EditBookingProps = { id: string; onSaved: () => void };

/** The booking form for a change: it moves the appointment and keeps its card (D18). */
export function EditBooking({ id, onSaved }: EditBookingProps) {
  const booking = trpc.booking.get.useQuery({ id });
  if (booking.isError) {
    const { message, reason } = problemOf(booking.error);
    return (
      <ErrorState
        title="This delivery could not be opened"
        onRetry={reason === 'not_found' ? undefined : () => booking.refetch()}
      >
        {message}
      </ErrorState>
    );
  }
  if (!booking.data) {
    return <SkeletonList label="Loading your delivery…" rows={6} rowClassName="h-14" />;
  }
  if (!booking.data.canModify) {
    return <Callout tone="info">This delivery can no longer be changed.</Callout>;
  }
  return <EditForm key={id} booking={booking.data} onSaved={onSaved} />;
}

type EditFormProps = { booking: Outputs['booking']['get']; onSaved: () => void };

function EditForm({ booking, onSaved }: EditFormProps) {
  const utils = trpc.useUtils();
  const modify = trpc.booking.modify.useMutation();
  const slots = useSlots({ date: booking.date, time: booking.time });
  const prices = trpc.pricing.current.useQuery(undefined, { staleTime: 0 });

  const form = useBookingForm(valuesOf(booking), async (order) => {
    try {
      const changed = await modify.mutateAsync({ ...order, id: booking.id });
      utils.booking.get.setData({ id: booking.id }, changed);
      void utils.booking.list.invalidate();
      toast({
        variant: 'success',
        title: 'Appointment Updated',
        description: `${formatLongDate(changed.date)}, ${changed.time}`,
      });
      onSaved();
    } catch (error) {
      const { answered, reason, message } = problemOf(error);
      toast({
        variant: 'destructive',
        title: answered ? 'Booking Failed' : 'Your changes were not saved',
        description: message,
      });
      if (reason === 'slot_taken') form.setValue('time', '');
      if (reason === 'conflict') void utils.booking.get.invalidate({ id: booking.id });
    } finally {
      void utils.slots.window.invalidate();
    }
  });

  return (
    <BookingForm
      form={form}
      slots={slots}
      unitPrices={prices.data ? keptPrices(booking, prices.data.charged) : null}
      testMode={booking.testMode}
      submitLabel="Save Changes"
      busyText="Saving..."
    />
  );
}

/** The appointment keeps its unit price as long as it keeps its fuel (D24). */
function keptPrices(
  booking: Outputs['booking']['get'],
  charged: Record<FuelType, Cents>,
): Record<FuelType, Cents> {
  return { ...charged, [booking.fuelType]: booking.unitPriceCents };
}
