import { trpc } from '@/client/lib/trpc';
import { assessDelivery } from '@/domain/appointment/completion';
import { type Cents, cents, parseGallons } from '@/domain/money';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import type { Appointment } from './appointment';

/** Used until the limit is loaded. The server asks for a confirmation anyway. */
const NO_LIMIT = cents(Number.MAX_SAFE_INTEGER);

/** @returns the total above which a person must confirm a charge, from the server's settings */
export function useConfirmAbove(): Cents {
  return trpc.admin.chargeLimits.useQuery().data?.confirmAboveCents ?? NO_LIMIT;
}

/** The delivered amounts as staff typed them so far. */
export type TypedDelivery = {
  actualGallons?: string | number;
  smallIceBags?: unknown;
  largeIceBags?: unknown;
};

/** Assesses a typed delivery by the server's rules. @returns null while a figure is invalid */
export function deliveryOf(
  appointment: Appointment,
  typed: TypedDelivery,
  confirmAboveCents: Cents,
) {
  const actualGallonsTenths = parseGallons(typed.actualGallons ?? '');
  const smallIceBags = bagsOf(typed.smallIceBags);
  const largeIceBags = bagsOf(typed.largeIceBags);
  if (actualGallonsTenths === null || smallIceBags === null || largeIceBags === null) return null;
  const { unitPriceCents, testMode, priceList, discount } = appointment;
  const delivered = { actualGallonsTenths, smallIceBags, largeIceBags };
  return assessDelivery(appointment, delivered, {
    unitPriceCents,
    testMode,
    priceList,
    discount,
    confirmAboveCents,
  });
}

/** @returns the typed number of bags, 0 if blank; null if it's invalid */
function bagsOf(typed: unknown): number | null {
  const bags = Number(typed ?? 0);
  return Number.isInteger(bags) && bags >= 0 && bags <= MAX_ICE_BAGS ? bags : null;
}
