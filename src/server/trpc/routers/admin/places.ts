import { byIdSchema } from '@/domain/fields';
import { placeFileSchema, placeSchema } from '@/domain/places/place.schema';
import {
  importPlaces,
  listPlaces,
  previewPlaces,
  removePlace,
  savePlace,
} from '@/server/modules/places/places.usecases';
import { admin } from '@/server/trpc/init';

/** The owner's list of places to deliver to. */
export const placeProcedures = {
  places: admin.query(({ ctx }) => listPlaces(ctx)),

  /** Adds a place, or changes the one with the ID. */
  savePlace: admin.input(placeSchema).mutation(({ ctx, input }) => savePlace(ctx, input)),

  removePlace: admin.input(byIdSchema).mutation(({ ctx, input }) => removePlace(ctx, input)),

  /** Previews an import. A mutation, because the file is too long for an address. */
  previewPlaces: admin
    .meta({ access: ['admin'], change: 'uncounted' })
    .input(placeFileSchema)
    .mutation(({ ctx, input }) => previewPlaces(ctx, input)),

  /** Imports all places of a file, or none. */
  importPlaces: admin.input(placeFileSchema).mutation(({ ctx, input }) => importPlaces(ctx, input)),
};
