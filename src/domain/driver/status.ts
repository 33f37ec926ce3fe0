/** Whether a driver accepts deliveries now. The driver sets this. */
export const DUTIES = ['available', 'offline'] as const;
export type Duty = (typeof DUTIES)[number];

/** A `retired` driver is deactivated and can't sign in. */
export const DRIVER_STATUSES = [...DUTIES, 'retired'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];
