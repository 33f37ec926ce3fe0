import { useState } from 'react';
import { Button } from '@/client/components/button';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { BookDialog } from './book-dialog';
import type { FoundCustomer } from './customer-choice';

type BookButtonProps = {
  /** The customer to book for. Without one, staff search for them in the form. */
  customer?: FoundCustomer;
  onBooked: (booked: Outputs['admin']['bookForCustomer']) => void;
};

/** Opens the form that books for a caller. */
export function BookButton({ customer, onBooked }: BookButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const today = trpc.slots.window.useQuery().data?.today;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        icon="plus"
        className={customer ? undefined : 'max-sm:px-2.5'}
        disabled={!today}
        {...(customer ? null : { 'data-book': '', title: 'New Booking (N)' })}
        onClick={() => setOpen(true)}
      >
        {customer ? 'Book for Them' : <span className="max-sm:sr-only">New Booking</span>}
      </Button>
      {isOpen && today ? (
        <BookDialog
          today={today}
          customer={customer ?? null}
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
