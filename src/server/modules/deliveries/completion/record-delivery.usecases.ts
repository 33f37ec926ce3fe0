import type { RecordedDelivery } from '@/domain/appointment/completion.schema';
import type { UserCall } from '@/server/config/call';
import { completeDelivery } from './complete-delivery.usecases';
import type { CompletionResult } from './settle-completion.usecases';

/**
 * Records that a cancelled appointment was delivered after all, and charges its card like any
 * completion. Only this use case may exceed the time window's capacity, and the row stores the
 * reason. Repeating the call changes nothing.
 *
 * @throws `conflict` if the appointment is neither cancelled nor completed; `needs_confirmation` as
 *   `completeDelivery` does
 */
export function recordDelivery(
  call: UserCall,
  { reason, ...delivered }: RecordedDelivery,
): Promise<CompletionResult> {
  return completeDelivery(call, { ...delivered, recordedReason: reason });
}
