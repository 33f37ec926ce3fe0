/** Reads of time windows, which every open page repeats. */
import type { Calls } from '../call';

export const slotReads: Calls = {
  'slots.window (unchanged)': async ({ kim }) => {
    await kim.trpc.slots.window.query();
    return () => kim.trpc.slots.window.query();
  },
  'slots.window (changed)': async (scene) => {
    await scene.kim.trpc.slots.window.query();
    await scene.booked();
    return () => scene.kim.trpc.slots.window.query();
  },
  'places.search':
    ({ kim }) =>
    () =>
      kim.trpc.places.search.query({ text: 'marina' }),
  'places.area':
    ({ kim }) =>
    () =>
      kim.trpc.places.area.query({ location: 'Maple Island Marina' }),
  'places.map':
    ({ kim }) =>
    () =>
      kim.trpc.places.map.query(),
  'places.near':
    ({ kim }) =>
    () =>
      kim.trpc.places.near.query({ latitude: 41.99, longitude: -86.12 }),
  'slots.reopening':
    ({ kim }) =>
    () =>
      kim.trpc.slots.reopening.query(),
};
