import type { Inputs } from '@/client/lib/trpc';

export type BookingRequest = Omit<Inputs['booking']['create'], 'requestId'>;

/**
 * One sending of the form. It keeps its request id for as long as the same form is sent again, so
 * that a lost answer books once; another form is another request.
 */
export type Attempt = {
  requestId: string;
  request: BookingRequest;
  /** Known once the server has answered. */
  appointmentId: string | null;
};

/** Whether both would book the very same thing. */
export function isSameRequest(a: BookingRequest, b: BookingRequest): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An id nobody else makes. Plain http on a local network has no randomUUID. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
