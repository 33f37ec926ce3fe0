import { trpc } from '@/client/lib/trpc';
import { assessDelivery } from '@/domain/appointment/completion';
import { type Cents, cents, parseGallons } from '@/domain/money';
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
  smallIceBags?: number;
  largeIceBags?: number;
};

/** What was delivered as typed, by the rules that the server charges with; null while the gallons are no number. */
export function deliveryOf(
  appointment: Appointment,
  typed: TypedDelivery,
  confirmAboveCents: Cents,
) {
  const actualGallonsTenths = parseGallons(typed.actualGallons ?? '');
  if (actualGallonsTenths === null) return null;
  const { unitPriceCents, testMode } = appointment;
  const delivered = {
    actualGallonsTenths,
    smallIceBags: typed.smallIceBags ?? 0,
    largeIceBags: typed.largeIceBags ?? 0,
  };
  return assessDelivery(appointment, delivered, { unitPriceCents, testMode, confirmAboveCents });
}
