import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@/server/trpc';

/** Said when nothing of Dockside answers. */
export const UNREACHABLE = 'We could not reach Dockside. Check your connection and try again.';
const UNEXPECTED = 'Something went wrong. Please try again.';

/** What went wrong with a call, as people and forms need it. */
export type Problem = {
  /** A sentence that may be shown as it is. */
  message: string;
  /** False when Dockside gave no answer, so that nobody knows whether the call took effect. */
  answered: boolean;
  /** Our own code ('slot_taken', 'conflict', …); null when there is none. */
  reason: string | null;
  /** The input the refusal is about. */
  field: string | null;
};

/** Reads any thrown value. Only Dockside's own words reach a person, never a browser's. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof TRPCClientError)) {
    return { message: UNEXPECTED, answered: false, reason: null, field: null };
  }
  const { data, message } = error as TRPCClientError<AppRouter>;
  if (!data) return { message: UNREACHABLE, answered: false, reason: null, field: null };
  return {
    message,
    answered: true,
    reason: data.reason ?? null,
    field: data.field ?? null,
  };
}
