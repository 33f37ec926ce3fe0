import * as z from 'zod/mini';
import {
  hasGallons,
  missingReadings,
  type TypedReadings,
} from '@/client/appointment/typed-readings';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  completionCode,
  completionFields,
  recordedReason,
} from '@/domain/appointment/completion.schema';
import { blankIsNull, idSchema } from '@/domain/fields';
import { formatGallons } from '@/domain/money';
import type { Appointment } from './appointment';

const { meterStart, meterEnd } = completionFields;
const fields = {
  id: idSchema,
  ...completionFields,
  meterStart: blankIsNull(meterStart),
  meterEnd: blankIsNull(meterEnd),
  truckId: z.string(),
  promoCode: completionCode,
};

/** The forms with which staff complete a delivery, or record one. Blank readings are left out. */
export const typedCompletion = z.object(fields);
export const typedRecordedDelivery = z.object({ ...fields, reason: recordedReason });

/** The first values of a completion. The readings follow once the trucks are loaded. */
export const firstValuesOf = ({
  id,
  estimatedGallonsTenths,
  smallIceBags,
  largeIceBags,
  promoCode,
}: Appointment) => ({
  id,
  actualGallons: formatGallons(estimatedGallonsTenths),
  smallIceBags,
  largeIceBags,
  receiptPhoto: null,
  fuelPhoto: null,
  truckId: '',
  meterStart: '',
  meterEnd: '',
  promoCode: promoCode ?? '',
});

export type Meter = Outputs['admin']['meter'];

/** Loads a delivery's trucks. Null while they load, for a test order, and if nothing is measured. */
export function useMeter({ id, testMode }: Appointment): Meter | null {
  const { data } = trpc.admin.meter.useQuery(
    { id },
    { enabled: !testMode, staleTime: 0, refetchOnMount: 'always' },
  );
  return data && (data.trucks.length > 0 || data.asksForReadings) ? data : null;
}

/** The last reading of a truck's meter, as text for the start reading. Blank if it's unknown. */
export function lastReadingOf({ trucks }: Meter, truckId: string): string {
  const [only] = trucks;
  const truck = trucks.length === 1 ? only : trucks.find(({ id }) => String(id) === truckId);
  return truck?.lastReadingTenths == null ? '' : formatGallons(truck.lastReadingTenths);
}

type TypedMeter = TypedReadings & { actualGallons?: unknown; truckId: string };

/** True if the owner requires the readings of these gallons. */
export const needsReadings = (meter: Meter, gallons: unknown) =>
  meter.asksForReadings && hasGallons(gallons);

/** Returns the truck and the readings to send, and the reading fields that are still blank. */
export function meterToSend(meter: Meter | null, typed: TypedMeter) {
  const { truckId } = typed;
  const truck = { truckId: truckId ? Number(truckId) : undefined };
  const none = { sent: { ...truck, meterStart: undefined, meterEnd: undefined }, missing: [] };
  if (!meter) return none;
  const isRequired = needsReadings(meter, typed.actualGallons);
  const isUntouched = !typed.meterEnd && typed.meterStart === lastReadingOf(meter, truckId);
  if (isUntouched && !isRequired) return none;
  const missing = missingReadings(typed, isRequired);
  const [start, end] = [typed.meterStart, typed.meterEnd].map((one) => String(one ?? ''));
  return {
    sent: start || end ? { ...truck, meterStart: start, meterEnd: end } : none.sent,
    missing,
  };
}
