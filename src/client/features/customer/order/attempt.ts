import type { Inputs } from '@/client/lib/trpc';

export type BookRequest = Omit<Inputs['booking']['create'], 'requestId'>;

/**
 * An attempt to book. Its request id stays while the same form is sent again, so that a lost answer
 * books once. Another form is another attempt.
 */
export type Attempt = {
  requestId: string;
  request: BookRequest;
  /** Null until the server has answered. */
  appointmentId: string | null;
};

/** True when both requests would book the same appointment. */
export function isSameRequest(a: BookRequest, b: BookRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
