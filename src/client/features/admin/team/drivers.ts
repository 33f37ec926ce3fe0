import { type Outputs, trpc } from '@/client/lib/trpc';

/** A driver with their sign-in, for staff. */
export type Driver = Outputs['admin']['driverAccounts'][number];

/** Fetches the drivers again, also in the dialogs that schedule. */
export function useRefreshDrivers(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.driverAccounts.invalidate(), utils.admin.drivers.invalidate()]);
  };
}
