import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Woken } from '@/server/config/wake';
import { isSameSecret } from '../auth/tokens';
import { takeAttempt } from '../limits/limits.usecases';

/**
 * Does all that is due, for a timer outside of a host that sleeps between visits.
 *
 * @throws DomainError `unauthenticated` without the right token, or where the settings have none;
 *   `rate_limited` after many calls from one address
 */
export async function wake(
  call: AnyCall,
  { token, address }: { token: string | null; address: string | null },
): Promise<Woken> {
  const { wakeToken } = call.deps.settings;
  await takeAttempt(call, { name: 'wake', account: null, address });
  if (!wakeToken || !token || !isSameSecret(token, wakeToken)) {
    throw new DomainError('unauthenticated', 'The token of the wake is not right.');
  }
  return call.deps.wake();
}
