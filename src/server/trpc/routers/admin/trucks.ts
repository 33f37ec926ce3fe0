import { byIdSchema } from '@/domain/fields';
import { truckActiveSchema, truckSchema } from '@/domain/trucks/truck.schema';
import { readMeter } from '@/server/modules/deliveries/trucks/meter.usecases';
import { listTrucks, saveTruck, setTruckActive } from '@/server/modules/trucks/trucks.usecases';
import { office, officeAlways } from '@/server/trpc/init';

/** The owner's trucks. */
export const truckProcedures = {
  trucks: office('business').query(({ ctx }) => listTrucks(ctx)),

  /** The facts that staff need to enter a delivery's meter readings. */
  meter: officeAlways('deliveries')
    .input(byIdSchema)
    .query(({ ctx, input }) => readMeter(ctx, input)),

  /** Adds a truck, or changes the one with the ID. */
  saveTruck: office('business')
    .input(truckSchema)
    .mutation(({ ctx, input }) => saveTruck(ctx, input)),

  setTruckActive: office('business')
    .input(truckActiveSchema)
    .mutation(({ ctx, input }) => setTruckActive(ctx, input)),
};
