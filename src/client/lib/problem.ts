import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@/server/trpc';

/** The message when Dockside does not answer. */
export const UNREACHABLE = 'We could not reach Dockside. Check your connection and try again.';
const UNEXPECTED = 'Something went wrong. Please try again.';

/** The failure of a call, for people and forms. */
export type Problem = {
  /** A message that may be shown. */
  message: string;
  /**
   * Whether Dockside said how the call ended. Without an answer, and where its database was away, it is
   * not known whether the call took effect: it is sent again under the same key.
   */
  answered: boolean;
  /** The reason of a refusal ('slot_taken', 'conflict', …); null for other failures. */
  reason: string | null;
  /** The name of the refused input; null when there is none. */
  field: string | null;
  /** Data of a refusal that a screen acts on; null when there is none. */
  details: Record<string, unknown> | null;
};

/** The problem of any thrown value. Its message is Dockside's own, never the browser's. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof TRPCClientError)) {
    return { message: UNEXPECTED, answered: false, reason: null, field: null, details: null };
  }
  const { data, message } = error as TRPCClientError<AppRouter>;
  if (!data)
    return { message: UNREACHABLE, answered: false, reason: null, field: null, details: null };
  return {
    message,
    answered: data.reason !== 'unavailable',
    reason: data.reason ?? null,
    field: data.field ?? null,
    details: data.details ?? null,
  };
}
