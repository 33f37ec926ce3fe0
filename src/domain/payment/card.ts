/** The parts of a card that people recognise it by. */
export type NamedCard = { brand: string | null; last4: string | null };
