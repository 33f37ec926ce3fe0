import type { Outputs } from '@/client/lib/trpc';

/** A place of the list, as staff see it. */
export type PlaceRow = Outputs['admin']['places'][number];
