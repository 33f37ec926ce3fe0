/** A customer's account: boats, docks, cards, and recurring deliveries. */

import { book } from '../../../tests/support/actors';
import type { Visitor } from '../../../tests/support/visitor';
import type { Calls } from '../call';
import { DATE, FIRST_SLOT, type Scene } from '../scene';

const BOAT = { name: 'Seal', type: 'Pontoon' };

async function withBoat(scene: Scene): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await scene.freshCustomer();
  const [boat] = await visitor.trpc.account.addBoat.mutate(BOAT);
  return { visitor, id: boat?.id ?? '' };
}

const DOCK = { label: 'Maple Island Marina', slip: 'Slip 12', gateCode: '4711' };

async function withDock(scene: Scene): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await scene.freshCustomer();
  const [dock] = await visitor.trpc.account.addDock.mutate(DOCK);
  return { visitor, id: dock?.id ?? '' };
}

/** A customer with a card that no appointment uses. */
async function withCard(scene: Scene): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await scene.freshCustomer();
  const appointment = await book(visitor, { date: DATE, time: FIRST_SLOT });
  const [card] = await visitor.trpc.account.cards.query();
  await visitor.trpc.booking.cancel.mutate({ id: appointment });
  return { visitor, id: card?.id ?? '' };
}

const PLAN = {
  planType: 'weekly',
  deliveryDay: 'Friday',
  fuelType: 'Regular',
  gallons: 20,
} as const;

export const accountCalls: Calls = {
  'account.texts':
    ({ kim }) =>
    () =>
      kim.trpc.account.texts.query(),
  'account.setTexts':
    ({ kim }) =>
    () =>
      kim.trpc.account.setTexts.mutate({ isOn: true }),
  'account.boats':
    ({ kim }) =>
    () =>
      kim.trpc.account.boats.query(),
  'account.addBoat': async (scene) => {
    const visitor = await scene.freshCustomer();
    return () => visitor.trpc.account.addBoat.mutate(BOAT);
  },
  'account.editBoat': async (scene) => {
    const { visitor, id } = await withBoat(scene);
    return () => visitor.trpc.account.editBoat.mutate({ ...BOAT, id, length: 22 });
  },
  'account.setDefaultBoat': async (scene) => {
    const { visitor } = await withBoat(scene);
    const boats = await visitor.trpc.account.addBoat.mutate({ ...BOAT, name: 'Otter' });
    const id = boats.find(({ isDefault }) => !isDefault)?.id ?? '';
    return () => visitor.trpc.account.setDefaultBoat.mutate({ id });
  },
  'account.removeBoat': async (scene) => {
    const { visitor, id } = await withBoat(scene);
    return () => visitor.trpc.account.removeBoat.mutate({ id });
  },
  'account.docks':
    ({ kim }) =>
    () =>
      kim.trpc.account.docks.query(),
  'account.dockMap':
    ({ kim }) =>
    () =>
      kim.trpc.account.dockMap.query(),
  'account.addDock': async (scene) => {
    const visitor = await scene.freshCustomer();
    return () => visitor.trpc.account.addDock.mutate(DOCK);
  },
  'account.editDock': async (scene) => {
    const { visitor, id } = await withDock(scene);
    return () => visitor.trpc.account.editDock.mutate({ ...DOCK, id, note: 'Ring twice' });
  },
  'account.setDefaultDock': async (scene) => {
    const { visitor } = await withDock(scene);
    const docks = await visitor.trpc.account.addDock.mutate({ ...DOCK, slip: 'Slip 13' });
    const id = docks.find(({ isDefault }) => !isDefault)?.id ?? '';
    return () => visitor.trpc.account.setDefaultDock.mutate({ id });
  },
  'account.removeDock': async (scene) => {
    const { visitor, id } = await withDock(scene);
    return () => visitor.trpc.account.removeDock.mutate({ id });
  },
  'account.cards':
    ({ kim }) =>
    () =>
      kim.trpc.account.cards.query(),
  'account.beginCard': async (scene) => {
    const visitor = await scene.freshCustomer();
    return () => visitor.trpc.account.beginCard.mutate();
  },
  'account.confirmCard': async (scene) => {
    const visitor = await scene.freshCustomer();
    const { setupIntentId, ...begun } = await visitor.trpc.account.beginCard.mutate();
    await visitor.enterCard({ ...begun, setupIntentId });
    return () => visitor.trpc.account.confirmCard.mutate({ setupIntentId });
  },
  'account.setDefaultCard': async (scene) => {
    const { visitor, id } = await withCard(scene);
    return () => visitor.trpc.account.setDefaultCard.mutate({ id });
  },
  'account.removeCard': async (scene) => {
    const { visitor, id } = await withCard(scene);
    return () => visitor.trpc.account.removeCard.mutate({ id });
  },
  'account.recurring':
    ({ kim }) =>
    () =>
      kim.trpc.account.recurring.query(),
  'account.showRecurringConsent':
    ({ kim }) =>
    () =>
      kim.trpc.account.showRecurringConsent.mutate(),
  'account.addRecurring': async (scene) => {
    const { visitor } = await withCard(scene);
    return () => visitor.trpc.account.addRecurring.mutate(PLAN);
  },
  'account.editRecurring': async (scene) => {
    const { visitor } = await withCard(scene);
    const { deliveries } = await visitor.trpc.account.addRecurring.mutate(PLAN);
    const change = { ...PLAN, id: deliveries[0]?.id ?? '', gallons: 30 };
    return () => visitor.trpc.account.editRecurring.mutate(change);
  },
  'account.skipRecurring': async (scene) => {
    const { visitor } = await withCard(scene);
    const { deliveries } = await visitor.trpc.account.addRecurring.mutate(PLAN);
    const { id = '', nextDelivery } = deliveries[0] ?? {};
    const date = nextDelivery ?? '';
    return () => visitor.trpc.account.skipRecurring.mutate({ id, date });
  },
  'account.bookRecurring': async (scene) => {
    const { visitor } = await withCard(scene);
    await visitor.trpc.account.addRecurring.mutate(PLAN);
    return () => visitor.trpc.account.bookRecurring.mutate();
  },
  'account.changeRecurring': async (scene) => {
    const { visitor } = await withCard(scene);
    await visitor.trpc.account.addRecurring.mutate(PLAN);
    const { deliveries } = await visitor.trpc.account.recurring.query();
    const change = { id: deliveries[0]?.id ?? '', status: 'paused' as const };
    return () => visitor.trpc.account.changeRecurring.mutate(change);
  },
  'account.loyalty':
    ({ kim }) =>
    () =>
      kim.trpc.account.loyalty.query(),
  'account.ownData': async (scene) => {
    const { visitor } = await withCard(scene);
    return () => visitor.trpc.account.ownData.query();
  },
  'account.deletionObstacles':
    ({ kim }) =>
    () =>
      kim.trpc.account.deletionObstacles.query(),
  'account.delete': async (scene) => {
    const { visitor } = await withCard(scene);
    return () => visitor.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  },
};
