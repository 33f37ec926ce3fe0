import type { BookRequest } from '@/client/lib/order-draft';

/** True if both requests would book the same appointment. */
export function isSameRequest(a: BookRequest, b: BookRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
