import { type Outputs, trpc } from '@/client/lib/trpc';

/** A driver as staff keep them. */
export type Driver = Outputs['admin']['driverAccounts'][number];

/** Reads the drivers anew, here and where deliveries are given to them. */
export function useRefreshDrivers(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.driverAccounts.invalidate(), utils.admin.drivers.invalidate()]);
  };
}
