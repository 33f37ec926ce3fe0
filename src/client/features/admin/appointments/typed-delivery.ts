import { trpc } from '@/client/lib/trpc';
import { assessDelivery } from '@/domain/appointment/completion';
import { type Cents, cents, parseGallons } from '@/domain/money';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import type { Appointment } from './appointment';

/** Until the server has said, no total counts as large here; the server asks all the same. */
const NO_LIMIT = cents(Number.MAX_SAFE_INTEGER);

/** The total (cents) above which a person confirms what is charged, as the server is set. */
export function useConfirmAbove(): Cents {
  return trpc.admin.chargeLimits.useQuery().data?.confirmAboveCents ?? NO_LIMIT;
}

/** What staff have typed of a delivery so far. */
export type TypedDelivery = {
  actualGallons?: string | number;
  smallIceBags?: unknown;
  largeIceBags?: unknown;
};

/** What was delivered as typed, by the rules that the server charges with; null while a figure is none. */
export function deliveryOf(
  appointment: Appointment,
  typed: TypedDelivery,
  confirmAboveCents: Cents,
) {
  const actualGallonsTenths = parseGallons(typed.actualGallons ?? '');
  const smallIceBags = bagsOf(typed.smallIceBags);
  const largeIceBags = bagsOf(typed.largeIceBags);
  if (actualGallonsTenths === null || smallIceBags === null || largeIceBags === null) return null;
  const { unitPriceCents, testMode } = appointment;
  const delivered = { actualGallonsTenths, smallIceBags, largeIceBags };
  return assessDelivery(appointment, delivered, { unitPriceCents, testMode, confirmAboveCents });
}

/** Bags as typed, of which blank is 0; null for what cannot be a number of bags. */
function bagsOf(typed: unknown): number | null {
  const bags = Number(typed ?? 0);
  return Number.isInteger(bags) && bags >= 0 && bags <= MAX_ICE_BAGS ? bags : null;
}
