/** A scene for orders to a boat at a dock: staff, a driver, and customers with both. */
import { admin, book, customer, driver } from './actors';
import { startTestApp } from './app';
import type { Visitor } from './visitor';

export const GULL = {
  name: 'Gull',
  fuelCapacity: 40,
  fuelTaken: 'Premium',
  fuelNever: 'Regular',
  fillerSide: 'starboard',
  fillerPlace: 'Under the rear seat',
} as const;
export const MAPLE = {
  label: 'Maple Island Marina',
  slip: 'Slip 12',
  gateCode: '4711',
  note: 'Mind the dog',
};
export const NEAR = { latitude: 41.97, longitude: -86.09 };
export const FAR = { latitude: 42.28, longitude: -86.11 };

/** Starts the product with an admin and a driver. */
export async function startDockScene() {
  const app = await startTestApp({ capacity: 100 });
  const staff = await admin(app);
  const dana = await driver(app);
  return {
    app,
    staff,
    dana,
    /** Creates a customer with a boat and a dock. */
    withBoatAndDock: async (over: { boat?: object; dock?: object } = {}) => {
      const visitor = await customer(app);
      const [boat] = await visitor.trpc.account.addBoat.mutate({ ...GULL, ...over.boat });
      const [dock] = await visitor.trpc.account.addDock.mutate({ ...MAPLE, ...over.dock });
      return { visitor, boatId: boat?.id ?? '', dockId: dock?.id ?? '' };
    },
    asStaff: async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment,
    /** Books an order with some fields changed. */
    bookWith: (visitor: Visitor, order: Record<string, unknown>) => book(visitor, order as never),
  };
}
