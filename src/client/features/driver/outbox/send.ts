import type { TRPCClientError } from '@trpc/client';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import type { api } from '@/client/lib/trpc';
import type { AppRouter } from '@/server/trpc';
import type { KeptAction } from './actions';
import type { Sent } from './outbox';

type Client = typeof api;

/** A connection that carries nothing for this long carries nothing; the key makes trying again safe. */
const WORDS_WITHIN_MS = 20_000;
const PHOTO_WITHIN_MS = 120_000;

/** Refusals that are about now and not about the action. */
const NOT_NOW = new Set(['unauthenticated', 'rate_limited', 'unavailable']);

/** Sends one action by its own call, and says what became of it. Never throws. */
export async function sendAction(client: Client, kept: KeptAction): Promise<Sent> {
  try {
    return { kind: 'done', customerNotified: await call(client, kept) };
  } catch (error) {
    const { answered, reason, message } = problemOf(error);
    const status = (error as TRPCClientError<AppRouter>).data?.httpStatus ?? 500;
    if (!answered || status >= 500 || NOT_NOW.has(reason ?? '')) return { kind: 'later' };
    return { kind: 'refused', sentence: message || UNREACHABLE };
  }
}

/** True or false where the server said whether the customer was told; else null. */
async function call(client: Client, kept: KeptAction): Promise<boolean | null> {
  const { action, key: actionKey, pressedAt } = kept;
  const words = { signal: AbortSignal.timeout(WORDS_WITHIN_MS) };
  const photo = { signal: AbortSignal.timeout(PHOTO_WITHIN_MS) };
  switch (action.kind) {
    case 'enRoute': {
      const input = { id: action.id, actionKey, pressedAt };
      return (await client.driver.enRoute.mutate(input, words)).customerNotified;
    }
    case 'complete': {
      const { id, actualGallons, notes, position } = action;
      const input = { id, actualGallons, notes: notes ?? undefined, position };
      await client.driver.complete.mutate({ ...input, actionKey, completedAt: pressedAt }, words);
      return null;
    }
    case 'completePhoto':
      await client.driver.completePhoto.mutate(
        { id: action.id, actionKey, photo: action.photo },
        photo,
      );
      return null;
    case 'notDelivered': {
      const { id, reason, note } = action;
      const input = { id, reason, note: note ?? undefined, actionKey, pressedAt };
      return (await client.driver.notDelivered.mutate(input, words)).customerNotified;
    }
    case 'report': {
      const { driverId, id: appointmentId, text } = action;
      const input = { driverId, appointmentId, text, actionKey, pressedAt };
      await client.driver.reportIssue.mutate(input, words);
      return null;
    }
    case 'reportPhoto':
      await client.driver.reportIssuePhoto.mutate(
        { id: action.reportKey, photo: action.photo },
        photo,
      );
      return null;
    case 'order': {
      const { driverId, date, stopIds } = action;
      await client.driver.setRouteOrder.mutate({ driverId, date, stopIds }, words);
      return null;
    }
  }
}
