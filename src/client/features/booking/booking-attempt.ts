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
