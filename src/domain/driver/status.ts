/** Whether a driver takes deliveries now, as the driver says. */
export const DUTIES = ['available', 'offline'] as const;
export type Duty = (typeof DUTIES)[number];

/** A retired driver signs in no more. */
export const DRIVER_STATUSES = [...DUTIES, 'retired'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];
