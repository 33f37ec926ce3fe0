import { useState } from 'react';
import { Button } from '@/client/components/button';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { BookingDialog } from './booking-dialog';

type NewBookingProps = { onBooked: (booked: Outputs['admin']['bookForCustomer']) => void };

/** The button that books for a caller. */
export function NewBooking({ onBooked }: NewBookingProps) {
  const [isOpen, setOpen] = useState(false);
  const today = trpc.slots.window.useQuery().data?.today;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        icon="plus"
        // Beside the switch of the views, also on a phone.
        className="max-sm:px-3 max-sm:[&>svg]:hidden"
        disabled={!today}
        onClick={() => setOpen(true)}
      >
        New booking
      </Button>
      {isOpen && today ? (
        <BookingDialog
          today={today}
          onClose={close}
          onBooked={(booked) => {
            close();
            onBooked(booked);
          }}
        />
      ) : null}
    </>
  );
}
