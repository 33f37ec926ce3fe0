import type { Outputs } from '@/client/lib/trpc';
import { boatNamed } from '@/domain/account/boats';
import { NO_CENTS, NO_GALLONS, parseGallons } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { quote, toPriceColumns } from '@/domain/pricing/quote';
import type { DeviceAction } from './device-action';

type WalkUpAction = Extract<DeviceAction, { kind: 'walkUp' }>;
type Day = Outputs['driver']['day'];
type Listed = Day['deliveries'][number];

/** It is delivered now, and late for nothing. */
const DAY_MS = 86_400_000;

/** Stands where the public code will, until the server has it. */
const UNSENT_CODE = 'Walk-up';

/** False for a walk-up that the server does not have yet: no report can be about it. */
export const isAtServer = ({ publicCode }: Pick<Listed, 'publicCode'>) =>
  publicCode !== UNSENT_CODE;

/** A walk-up of this device as a delivery; null where the server lists it, and on another day. */
export const walkUpOf = (day: Day, action: WalkUpAction): Listed | null =>
  action.shownDate === day.date ? waitingWalkUpOf(day, action) : null;

/** The same while it waits: also after midnight it has to be delivered. */
export function waitingWalkUpOf(day: Day, action: WalkUpAction): Listed | null {
  const isListed = day.deliveries.some(({ id }) => id === action.id);
  const isDone = day.done.some(({ id }) => id === action.id);
  const isOwn = action.driverId === day.driver.id;
  return isListed || isDone || !isOwn ? null : deliveryOf(day, action);
}

/** At the price that the driver said. */
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
  const { customerPhone, boatName, unitPriceCents, confirmAboveCents } = action;
  const estimatedGallonsTenths = parseGallons(action.estimatedGallons) ?? NO_GALLONS;
  const items = { fuelType, estimatedGallonsTenths, smallIceBags, largeIceBags };
  const order = { ...EMPTY_ORDER, location, slipNumber, ...items, canType: 'boat' as const };
  return {
    ...{ id, date, ...order, unitPriceCents, customerPhone, confirmAboveCents },
    ...toPriceColumns(quote(order, { unitPriceCents, testMode: false })),
    ...{ version: 1, publicCode: UNSENT_CODE, status: 'en_route', time: 'Now' },
    ...{ boatId: null, boatName, boat: boatName ? boatNamed(boatName) : null },
    ...{ dockId: null, dock: null, beyondServiceArea: false },
    ...{ customerName: boatName, customerReachable: false, told: null, position: null },
    ...{ beginsAt: answeredAt, endsAt: answeredAt + DAY_MS, arrivalAt: answeredAt },
    ...{ actualGallonsTenths: null, completedAt: null, createdAt: answeredAt },
    ...{ totalPaidCents: NO_CENTS, refundedCents: NO_CENTS, remainingBalanceCents: NO_CENTS },
    ...{ balancePaid: false, paidAt: null, paymentMethod: 'card', paymentStatus: 'pending' },
    ...{ cardExpMonth: null, cardExpYear: null },
    ...{ cardBrand: null, cardLast4: null, cardSaved: false, takesFirstCard: true },
    ...{ testMode: false, promoCode: null, holdExpiresAt: null },
    ...{ canModify: false, canCancel: false },
    ...{ payLink: null, undoUntil: null, mapSearch: location },
  };
}
