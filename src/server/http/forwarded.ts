import type { Settings } from '@/server/config/deps';

/**
 * True where a proxy that is not known to us passed the request on. Its address is then the proxy's,
 * which says nothing about the caller.
 */
export function isForwarded({ trustProxy }: Settings, request: Request): boolean {
  return trustProxy === 0 && request.headers.has('x-forwarded-for');
}
