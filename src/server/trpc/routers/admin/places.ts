import { byIdSchema } from '@/domain/fields';
import { placeFileSchema, placeSchema } from '@/domain/places/place.schema';
import { rolesIn } from '@/domain/staff/areas';
import {
  importPlaces,
  listPlaces,
  previewPlaces,
  removePlace,
  savePlace,
} from '@/server/modules/places/places.usecases';
import { office } from '@/server/trpc/init';

/** The owner's list of places to deliver to. */
export const placeProcedures = {
  places: office('business').query(({ ctx }) => listPlaces(ctx)),

  /** Adds a place, or changes the one with the ID. */
  savePlace: office('business')
    .input(placeSchema)
    .mutation(({ ctx, input }) => savePlace(ctx, input)),

  removePlace: office('business')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => removePlace(ctx, input)),

  /** Previews an import. A mutation, because the file is too long for an address. */
  previewPlaces: office('business')
    .meta({ access: rolesIn('business'), change: 'uncounted' })
    .input(placeFileSchema)
    .mutation(({ ctx, input }) => previewPlaces(ctx, input)),

  /** Imports all places of a file, or none. */
  importPlaces: office('business')
    .input(placeFileSchema)
    .mutation(({ ctx, input }) => importPlaces(ctx, input)),
};
