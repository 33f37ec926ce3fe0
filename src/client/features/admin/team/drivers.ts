import { type Outputs, trpc } from '@/client/lib/trpc';

/** A driver with their sign-in, as staff see them. */
export type Driver = Outputs['admin']['driverAccounts'][number];

/** @returns a function that reloads the drivers here and in the dialogs that schedule */
export function useRefreshDrivers(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.driverAccounts.invalidate(), utils.admin.drivers.invalidate()]);
  };
}
