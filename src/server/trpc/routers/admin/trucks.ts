import { truckActiveSchema, truckSchema } from '@/domain/trucks/truck.schema';
import { listTrucks, saveTruck, setTruckActive } from '@/server/modules/trucks/trucks.usecases';
import { office } from '@/server/trpc/init';

/** The owner's trucks. */
export const truckProcedures = {
  trucks: office('business').query(({ ctx }) => listTrucks(ctx)),

  /** Adds a truck, or changes the one with the ID. */
  saveTruck: office('business')
    .input(truckSchema)
    .mutation(({ ctx, input }) => saveTruck(ctx, input)),

  setTruckActive: office('business')
    .input(truckActiveSchema)
    .mutation(({ ctx, input }) => setTruckActive(ctx, input)),
};
