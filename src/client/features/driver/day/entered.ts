import { gallonsOf } from '@/client/appointment/typed-readings';
import { fuelMismatch } from '@/domain/account/boats';
import { assessDelivery } from '@/domain/appointment/completion';
import type { ProofKind, RequiredProof } from '@/domain/appointment/proof';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { NO_GALLONS } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import { doubtText } from '@/domain/order/plausibility';
import type { Delivery } from './driver-day';

const { smallIceBags, largeIceBags } = dockCompletionFields;

type Bags = Pick<Delivered, 'smallIceBags' | 'largeIceBags'>;
type Typed = { actualGallons?: unknown; smallIceBags?: unknown; largeIceBags?: unknown };

/** The order as shown on this device, for the server to compare with its own. */
export function shownOrderOf(delivery: Delivery): ShownOrder {
  const { version, fuelType, unitPriceCents, location, slipNumber } = delivery;
  const { smallIceBags, largeIceBags } = delivery;
  return {
    version,
    fuelType,
    unitPriceCents,
    location,
    slipNumber,
    smallIceBags,
    largeIceBags,
  };
}

/** The typed bags. A field without a number counts as ordered. */
export function bagsOf(ordered: Bags, typed: Typed): Bags {
  return {
    smallIceBags: smallIceBags.safeParse(typed.smallIceBags).data ?? ordered.smallIceBags,
    largeIceBags: largeIceBags.safeParse(typed.largeIceBags).data ?? ordered.largeIceBags,
  };
}

/** The total of the typed figures, and why they look like a typo. */
export function assessTyped(delivery: Delivery, typed: Typed) {
  const gallons = gallonsOf(typed);
  const delivered = {
    ...bagsOf(delivery, typed),
    actualGallonsTenths: gallons ?? NO_GALLONS,
  };
  const { price, doubts, doubtText: farOff } = assessDelivery(delivery, delivered, delivery);
  // The form asks about too few gallons only when it's submitted, because the first digit of every
  // number is too few.
  const tooMany = doubts.filter((one) => one === 'more_gallons');
  return {
    /** Null if the gallons aren't a number. */
    totalCents: gallons === null ? null : price.totalCents,
    /** The question before the delivery is recorded, or blank. */
    doubt: [mismatchOf(delivery)?.text, farOff].filter(Boolean).join(' '),
    /** The question shown while the driver is still typing, or blank. */
    doubtSoFar: doubtText(tooMany, delivery, delivered, delivery.confirmAboveCents),
  };
}

/** Why the ordered fuel is wrong for the boat. Null if it's right or the boat isn't known. */
export const mismatchOf = (delivery: Delivery) =>
  // Days stored by older builds don't have boats.
  fuelMismatch(delivery.boat ?? null, delivery);

/** The error message if a required photo is missing, or null. */
export const missingPhoto = (
  { asksForPhoto }: Pick<RequiredProof, 'asksForPhoto'>,
  photo: string | null,
): string | null => (asksForPhoto && !photo ? 'Add a photo. Every delivery needs one.' : null);

/** A picture that proves the delivery. */
export type Proof = { kind: ProofKind; photo: string };

/** The picture that proves the delivery, or null. A signature comes first. */
export function proofOf(pictures: {
  signature: string | null;
  nobodyAboard: string | null;
}): Proof | null {
  const { signature, nobodyAboard } = pictures;
  if (signature) return { kind: 'signature', photo: signature };
  return nobodyAboard ? { kind: 'nobody_aboard', photo: nobodyAboard } : null;
}

/** The error message if a required signature (or photo in its place) is missing, or null. */
export const missingProof = (
  { asksForSignature }: Pick<RequiredProof, 'asksForSignature'>,
  proof: Proof | null,
): string | null =>
  asksForSignature && !proof
    ? 'Get a signature, or take a photo that shows no one is aboard.'
    : null;
