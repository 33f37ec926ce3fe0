import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Woken } from '@/server/config/wake';
import { isSameSecret } from '../auth/tokens';
import { takeAttempt } from '../limits/limits.usecases';

/**
 * Does all due work. An outside timer calls it if the host sleeps between visits.
 *
 * @throws DomainError `unauthenticated` without the right token, or if none is set; `rate_limited`
 *   after many calls from one address
 */
export async function wake(
  call: AnyCall,
  { token, address }: { token: string | null; address: string | null },
): Promise<Woken> {
  const { wakeToken } = call.deps.settings;
  await takeAttempt(call, { name: 'wake', account: null, address });
  if (!wakeToken || !token || !isSameSecret(token, wakeToken)) {
    throw new DomainError('unauthenticated', 'This wake token isn’t valid.');
  }
  return call.deps.wake();
}
