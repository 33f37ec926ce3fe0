import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@/server/trpc';

/** The message if Dockside doesn't answer. */
export const UNREACHABLE = 'We couldn’t reach our server. Check your connection and try again.';
const UNEXPECTED = 'Something went wrong. Please try again.';

/** Describes a failed call for people and forms. */
export type Problem = {
  /** A message for people. */
  message: string;
  /**
   * True if Dockside reported what happened to the call. If there was no answer or the database was
   * unavailable, the call may have taken effect, so it's sent again with the same key.
   */
  answered: boolean;
  /** The reason for a refusal, such as 'slot_taken', or null for other failures. */
  reason: string | null;
  /** The name of the refused input, or null if there is none. */
  field: string | null;
  /** A refusal's data that a screen uses, or null if there is none. */
  details: Record<string, unknown> | null;
};

/** Converts any thrown value. The message is always Dockside's, never the browser's. */
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
