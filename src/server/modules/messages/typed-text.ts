import type { AppointmentRow } from '@/db/schema';
import {
  boatInMessage,
  locationInMessage,
  nameInMessage,
  SOME_BOAT,
  SOME_LOCATION,
  slipInMessage,
} from '@/domain/message-text';

/** Removes the typed text that a message must not repeat. */
export const withoutLinks = (appointment: AppointmentRow): AppointmentRow => ({
  ...appointment,
  customerName: nameInMessage(appointment.customerName),
  location: locationInMessage(appointment.location),
  slipNumber: slipInMessage(appointment.slipNumber),
  boat: appointment.boat && { ...appointment.boat, name: boatInMessage(appointment.boat.name) },
});

/** Removes everything that people typed. */
export const withoutTyped = (appointment: AppointmentRow): AppointmentRow => ({
  ...appointment,
  location: SOME_LOCATION,
  slipNumber: null,
  driverNote: null,
  boat: appointment.boat && { ...appointment.boat, name: SOME_BOAT, type: null, fillerPlace: null },
  dock: null,
  customerName: null,
  customerPhone: null,
  customerAddress: null,
  promoCode: null,
  notes: null,
  noCardReason: null,
  cancelReason: null,
  recordedReason: null,
  overCapacityReason: null,
  deviceCompletedAt: null,
});
