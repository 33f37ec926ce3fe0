import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { hashPassword } from '../auth/passwords';
import { deleteSessionsOf } from '../auth/sessions.repository';
import { findUserById, hasPassword, NO_RESET } from '../auth/users.repository';
import { message } from '../messages/message';
import { requireDriver } from './accounts.usecases';
import { changeDriverSignIn, driverIsActive } from './drivers.repository';
import { unknownDriver } from './drivers.usecases';

/** Sets a new password for a driver, ends their sessions, and notifies them. */
export async function resetDriverPassword(
  call: Call,
  { id, ...input }: { id: number; password: string },
): Promise<{ endedSessions: number }> {
  const { deps } = call;
  const { orm } = deps.db;
  const password = await hashPassword(input.password);
  return retryOnConflict(async () => {
    const { driver, userId } = await requireDriver(deps, id);
    const account = userId && (await findUserById(orm, userId));
    if (!account) throw unknownDriver();
    if (driver.status === 'retired') {
      throw new DomainError('conflict', 'This driver is inactive. Reactivate them first.');
    }
    const signIn = { password, ...NO_RESET, updatedAt: deps.clock.now() };
    const written = await writeGuarded(deps.db, {
      guard: changeDriverSignIn(orm, id, signIn, driverIsActive(id)),
      audit: audit(call, { action: 'driver.password_reset', after: { driverId: id } }),
      also: [message(call, 'password-changed', { account })],
      view: [deleteSessionsOf(orm, userId, { onlyIf: hasPassword(userId, password) })],
    });
    return { endedSessions: written.view[0].length };
  });
}
