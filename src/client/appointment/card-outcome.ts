import type { Outputs } from '@/client/lib/trpc';

/** An appointment that holds its time slot until a card is saved. */
export type HeldAppointment = Outputs['booking']['create']['appointment'];

/** How the saving of a card for a held appointment ended. It joins the features order and payment. */
export type CardOutcome =
  | { kind: 'saved' }
  /** A test appointment, which needs no card. */
  | { kind: 'test' }
  | { kind: 'cancelled' }
  /** The time slot is not held any more: it was taken, or the card is on too many deliveries. */
  | { kind: 'lost'; message: string }
  /** The saving could not begin; the appointment still holds its time slot. */
  | { kind: 'failed'; message: string };

export type SaveCard = (appointment: HeldAppointment) => Promise<CardOutcome>;

/** Opens the dialog that pays the balance of a delivery. Resolves when it is open, or after an error toast. */
export type PayBalance = (
  delivery: Pick<HeldAppointment, 'id' | 'date' | 'time' | 'remainingBalanceCents'>,
) => Promise<void>;
