import { formatClock } from '@/domain/time';
import { type EmailTemplate, type OfDelivery, toCustomerOf } from '../email';

type Facts = OfDelivery & {
  driverName: string | null;
  /** About when the driver should be there, in ms; null where that is not known. */
  arrivalAt: number | null;
};

/** So long (ms) after setting out a driver is no longer on the way. */
const TRIP_MS = 2 * 3_600_000;

/** A driver set out. */
export const enRoute: EmailTemplate<Facts> = (
  { appointment, driverName, arrivalAt, ownerLink },
  { settings, now },
) => {
  const driver = driverName ?? 'Your driver';
  return {
    to: toCustomerOf(appointment),
    // A driver may set out twice: the first time no one was there.
    about: `${appointment.id}:${now}`,
    subject: `${driver} is on the way`,
    lines: [
      `${driver} is on the way to ${appointment.location}.`,
      ...(arrivalAt ? [`Expect them about ${formatClock(arrivalAt, settings.timeZone)}.`] : []),
    ],
    ownerLink,
    until: now + TRIP_MS,
  };
};
