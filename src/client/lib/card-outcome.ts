import type { Outputs } from './trpc';

/** A booking as it stands right after it was made. */
export type HeldBooking = Outputs['booking']['create']['appointment'];

/**
 * How the saving of a card for a held booking ended. Whoever books asks for it, whoever takes cards
 * answers; neither knows the other.
 */
export type CardOutcome =
  | { kind: 'saved' }
  /** A test booking: no card was asked for, stored or charged. */
  | { kind: 'test' }
  | { kind: 'cancelled' }
  /** The place went to somebody else while the card was typed; nothing was kept. */
  | { kind: 'lost'; message: string }
  /** It could not even begin; the booking is still held. */
  | { kind: 'failed'; message: string };

export type SaveCard = (booking: HeldBooking) => Promise<CardOutcome>;

/** Opens the paying of what is left of a delivery; resolves once its dialog is open, or said why not. */
export type PayBalance = (
  delivery: Pick<HeldBooking, 'id' | 'date' | 'time' | 'remainingBalanceCents'>,
) => Promise<void>;
