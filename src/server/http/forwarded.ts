import type { Settings } from '@/server/config/deps';

/**
 * True if a proxy that we don't know forwarded the request. The address is then the proxy's, not
 * the caller's.
 */
export function isForwarded({ trustProxy }: Settings, request: Request): boolean {
  return trustProxy === 0 && request.headers.has('x-forwarded-for');
}
