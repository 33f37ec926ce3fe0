/** Calls about the waiting list of a full window. */

import { addDays } from '@/domain/dates';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { book, ORDER } from '../../../tests/support/actors';
import type { Calls } from '../call';
import { LATER, type Scene } from '../scene';

/** No other call uses this window. */
const WHEN = { date: addDays(LATER, 2), time: TIME_SLOTS[2]?.label ?? '' };
const WANTED = { ...ORDER, ...WHEN };

/** Sets the capacity of the window to this many more spots than it has deliveries. */
async function leaveFree({ staff }: Scene, spots: number) {
  const { timeSlots } = await staff.trpc.admin.calendar.query({ date: WHEN.date });
  const occupied = timeSlots.find(({ label }) => label === WHEN.time)?.occupied ?? 0;
  await staff.trpc.admin.setTimeSlotCapacity.mutate({
    ...WHEN,
    capacity: occupied + spots,
  });
}

/** A new customer, and a full window to wait for. */
async function comesLate(scene: Scene) {
  await leaveFree(scene, 500);
  await book(scene.kim, WANTED);
  await leaveFree(scene, 0);
  return scene.freshCustomer();
}

/** A new customer on the waiting list, and the token of their entry. */
async function waits(scene: Scene) {
  const visitor = await comesLate(scene);
  await visitor.trpc.waiting.join.mutate(WANTED);
  await scene.client.execute(
    "update waitlist_entries set status = 'waiting', queued_at = created_at where status = 'unconfirmed'",
  );
  const [entry] = await visitor.trpc.waiting.mine.query();
  return { visitor, token: entry?.token ?? '' };
}

/** The newest entry as staff see it. */
async function newest(scene: Scene) {
  await waits(scene);
  const entries = await scene.staff.trpc.admin.waiting.query({ date: WHEN.date });
  return entries.at(-1);
}

export const waitingCalls: Calls = {
  'waiting.join': async (scene) => {
    const visitor = await comesLate(scene);
    return () => visitor.trpc.waiting.join.mutate(WANTED);
  },
  'waiting.mine': async (scene) => {
    const { visitor } = await waits(scene);
    return () => visitor.trpc.waiting.mine.query();
  },
  'waiting.open': async (scene) => {
    const { visitor, token } = await waits(scene);
    return () => visitor.trpc.waiting.open.mutate({ token });
  },
  'waiting.confirm': async (scene) => {
    const { visitor, token } = await waits(scene);
    return () => visitor.trpc.waiting.confirm.mutate({ token });
  },
  'waiting.leave': async (scene) => {
    const { visitor, token } = await waits(scene);
    return () => visitor.trpc.waiting.leave.mutate({ token });
  },
  'waiting.stay': async (scene) => {
    const { visitor, token } = await waits(scene);
    await visitor.trpc.waiting.leave.mutate({ token });
    return () => visitor.trpc.waiting.stay.mutate({ token });
  },
  'admin.waiting':
    ({ staff }) =>
    () =>
      staff.trpc.admin.waiting.query({ date: WHEN.date }),
  'admin.waitingOf': async (scene) => {
    const entry = await newest(scene);
    const customerId = entry?.customerId ?? '';
    return () => scene.staff.trpc.admin.waitingOf.query({ customerId });
  },
  'admin.removeWaiting': async (scene) => {
    const entry = await newest(scene);
    const input = { id: entry?.id ?? '', reason: 'Asked on the phone.' };
    return () => scene.staff.trpc.admin.removeWaiting.mutate(input);
  },
};
