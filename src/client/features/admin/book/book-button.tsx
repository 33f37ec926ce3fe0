import { useState } from 'react';
import { Button } from '@/client/components/button';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { BookDialog } from './book-dialog';

type BookButtonProps = { onBooked: (booked: Outputs['admin']['bookForCustomer']) => void };

/** Opens the form that books for a caller. */
export function BookButton({ onBooked }: BookButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const today = trpc.slots.window.useQuery().data?.today;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        icon="plus"
        // The button must fit next to the view switch on a phone.
        className="max-sm:px-3 max-sm:[&>svg]:hidden"
        disabled={!today}
        onClick={() => setOpen(true)}
      >
        New Booking
      </Button>
      {isOpen && today ? (
        <BookDialog
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
