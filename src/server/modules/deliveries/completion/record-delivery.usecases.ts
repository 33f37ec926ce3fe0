import type { RecordedDelivery } from '@/domain/appointment/completion.schema';
import type { UserCall } from '@/server/config/call';
import { completeDelivery } from './complete-delivery.usecases';
import type { CompletionResult } from './settle-completion.usecases';

/**
 * Records that a cancelled appointment was delivered all the same, and charges its card like any
 * completion; without one the debt waits. It alone passes the capacity of the time slot, with the reason
 * on the row. Throws `conflict` for an appointment that is neither cancelled nor completed, and
 * `needs_confirmation` as a completion does. Repeating it changes nothing.
 */
export function recordDelivery(
  call: UserCall,
  { reason, ...delivered }: RecordedDelivery,
): Promise<CompletionResult> {
  return completeDelivery(call, { ...delivered, recordedReason: reason });
}
