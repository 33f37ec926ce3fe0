import type { Outputs } from '@/client/lib/trpc';

/** An appointment that holds its time slot until a card is saved. */
export type HeldAppointment = Outputs['booking']['create']['appointment'];

/** The result of saving a card for a held appointment. The order and payment features share it. */
export type CardOutcome =
  | { kind: 'saved' }
  /** A test appointment doesn't need a card. */
  | { kind: 'test' }
  /** A house account is billed by invoice. */
  | { kind: 'invoice' }
  | { kind: 'cancelled' }
  /**
   * The hold ended, because someone else booked the window or the card is on too many deliveries.
   */
  | { kind: 'lost'; message: string }
  /** The form couldn't open. The appointment still holds its window. */
  | { kind: 'failed'; message: string };

export type SaveCard = (appointment: HeldAppointment) => Promise<CardOutcome>;

/**
 * Opens the dialog that pays a delivery's balance. Resolves once it's open, or after an error
 * toast.
 */
export type PayBalance = (
  delivery: Pick<HeldAppointment, 'id' | 'date' | 'time' | 'remainingBalanceCents'>,
) => Promise<void>;
