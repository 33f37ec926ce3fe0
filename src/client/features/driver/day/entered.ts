import { fuelMismatch } from '@/domain/account/boats';
import { assessDelivery } from '@/domain/appointment/completion';
import type { ProofKind, RequiredProof } from '@/domain/appointment/proof';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { type GallonTenths, NO_GALLONS } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import { doubtText } from '@/domain/order/plausibility';
import type { Delivery } from './driver-day';

const { actualGallons, smallIceBags, largeIceBags } = dockCompletionFields;

type Bags = Pick<Delivered, 'smallIceBags' | 'largeIceBags'>;
type Typed = { actualGallons?: unknown; smallIceBags?: unknown; largeIceBags?: unknown };

/** The gallons that are typed; null while they are no number. */
const gallonsOf = ({ actualGallons: typed }: Typed): GallonTenths | null =>
  actualGallons.safeParse(typed).data ?? null;

/** The order as this device shows it, for the server to compare with what it has by then. */
export function shownOrderOf(delivery: Delivery): ShownOrder {
  const { version, fuelType, unitPriceCents, location, slipNumber } = delivery;
  const { smallIceBags, largeIceBags } = delivery;
  return {
    ...{ version, fuelType, unitPriceCents, location, slipNumber },
    ...{ smallIceBags, largeIceBags },
  };
}

/** The bags that are typed; as ordered while a field holds no number. */
export function bagsOf(ordered: Bags, typed: Typed): Bags {
  return {
    smallIceBags: smallIceBags.safeParse(typed.smallIceBags).data ?? ordered.smallIceBags,
    largeIceBags: largeIceBags.safeParse(typed.largeIceBags).data ?? ordered.largeIceBags,
  };
}

/** What the typed figures come to, and why they look like a slip of the finger. */
export function assessTyped(delivery: Delivery, typed: Typed) {
  const gallons = gallonsOf(typed);
  const delivered = {
    ...bagsOf(delivery, typed),
    actualGallonsTenths: gallons ?? NO_GALLONS,
  };
  const { price, doubts, doubtText: farOff } = assessDelivery(delivery, delivered, delivery);
  // The question about too few gallons comes when they are sent: the first digit of every number is too
  // few.
  const tooMany = doubts.filter((one) => one === 'more_gallons');
  return {
    /** Null while the gallons are no number. */
    totalCents: gallons === null ? null : price.totalCents,
    /** The question before the delivery is recorded; empty where there is none. */
    doubt: [mismatchOf(delivery)?.text, farOff].filter(Boolean).join(' '),
    /** The question that can come while the driver still enters the number; empty where there is none. */
    doubtSoFar: doubtText(tooMany, delivery, delivered, delivery.confirmAboveCents),
  };
}

/** Why the fuel of the order does not fit the boat; null where it does, or no boat is known. */
export const mismatchOf = (delivery: Delivery) =>
  // A build before boats were known stored a day without them.
  fuelMismatch(delivery.boat ?? null, delivery);

/** The sentence for a missing photo where the owner wants one of each delivery; else null. */
export const missingPhoto = (
  { asksForPhoto }: Pick<RequiredProof, 'asksForPhoto'>,
  photo: string | null,
): string | null => (asksForPhoto && !photo ? 'Add a photo. Every delivery needs one.' : null);

/** A picture that proves a delivery. */
export type Proof = { kind: ProofKind; photo: string };

/** What proves a delivery of the pictures that were made; null where nothing does. */
export function proofOf(made: {
  signature: string | null;
  nobodyAboard: string | null;
}): Proof | null {
  if (made.signature) return { kind: 'signature', photo: made.signature };
  return made.nobodyAboard ? { kind: 'nobody_aboard', photo: made.nobodyAboard } : null;
}

/** The sentence for a missing proof where the owner wants a signature of each delivery; else null. */
export const missingProof = (
  { asksForSignature }: Pick<RequiredProof, 'asksForSignature'>,
  proof: Proof | null,
): string | null =>
  asksForSignature && !proof
    ? 'Get a signature, or take a photo that shows no one is aboard.'
    : null;
