import type { Outputs } from '@/client/lib/trpc';
import { boatNamed } from '@/domain/account/boats';
import { NO_CENTS, NO_GALLONS, parseGallons } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { quote } from '@/domain/pricing/quote';
import type { DeviceAction } from './device-action';

type WalkUpAction = Extract<DeviceAction, { kind: 'walkUp' }>;
type Day = Outputs['driver']['day'];
type Listed = Day['deliveries'][number];

/** The length of a walk-up's window. It's a whole day, so a walk-up is never late. */
const DAY_MS = 86_400_000;

/** Shown in place of the public code until the server assigns one. */
const UNSENT_CODE = 'Walk-up';

/** False for a walk-up the server doesn't have yet, which a report can't name. */
export const isAtServer = ({ publicCode }: Pick<Listed, 'publicCode'>) =>
  publicCode !== UNSENT_CODE;

/** A sent walk-up as a delivery, or null if the server already lists it or it's another day. */
export const walkUpOf = (day: Day, action: WalkUpAction): Listed | null =>
  action.shownDate === day.date ? waitingWalkUpOf(day, action) : null;

/** An unsent walk-up as a delivery, even after midnight, or null if the server already lists it. */
export function waitingWalkUpOf(day: Day, action: WalkUpAction): Listed | null {
  const isListed = day.deliveries.some(({ id }) => id === action.id);
  const isDone = day.done.some(({ id }) => id === action.id);
  const isOwn = action.driverId === day.driver.id;
  return isListed || isDone || !isOwn ? null : deliveryOf(day, action);
}

/** The delivery at the price the driver quoted. */
function deliveryOf({ answeredAt }: Day, action: WalkUpAction): Listed {
  const {
    id,
    shownDate: date,
    location,
    slipNumber,
    fuelType,
    smallIceBags,
    largeIceBags,
  } = action;
  const { customerPhone, boatName, unitPriceCents, priceList = null, confirmAboveCents } = action;
  const estimatedGallonsTenths = parseGallons(action.estimatedGallons) ?? NO_GALLONS;
  const items = { fuelType, estimatedGallonsTenths, smallIceBags, largeIceBags };
  const order = { ...EMPTY_ORDER, location, slipNumber, ...items, canType: 'boat' as const };
  return {
    id,
    date,
    ...order,
    unitPriceCents,
    customerPhone,
    confirmAboveCents,
    ...toPriceColumns(quote(order, { unitPriceCents, testMode: false, priceList })),
    priceList,
    discount: null,
    version: 1,
    publicCode: UNSENT_CODE,
    status: 'en_route',
    time: 'Now',
    boatId: null,
    boatName,
    boat: boatName ? boatNamed(boatName) : null,
    dockId: null,
    dock: null,
    beyondServiceArea: false,
    customerName: boatName,
    customerNotes: [],
    customerReachable: false,
    told: null,
    change: null,
    position: null,
    beginsAt: answeredAt,
    endsAt: answeredAt + DAY_MS,
    arrivalAt: answeredAt,
    actualGallonsTenths: null,
    completedAt: null,
    createdAt: answeredAt,
    totalPaidCents: NO_CENTS,
    refundedCents: NO_CENTS,
    remainingBalanceCents: NO_CENTS,
    balancePaid: false,
    paidAt: null,
    paymentMethod: 'card',
    paymentStatus: 'pending',
    cardExpMonth: null,
    cardExpYear: null,
    cardBrand: null,
    cardLast4: null,
    cardSaved: false,
    takesFirstCard: true,
    testMode: false,
    promoCode: action.promoCode ?? null,
    formerFuel: null,
    holdExpiresAt: null,
    canModify: false,
    canCancel: false,
    payLink: null,
    undoUntil: null,
    mapSearch: location,
  };
}
