import type { TRPCClientError } from '@trpc/client';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import type { api } from '@/client/lib/trpc';
import { type Cents, toDollars } from '@/domain/money';
import type { AppRouter } from '@/server/trpc';
import type { SendResult, Told } from './action-queue';
import type { QueuedAction } from './device-action';

type Client = typeof api;

/** A call without an answer is given up after this long. Its key makes trying again safe. */
const CALL_WITHIN_MS = 20_000;
const PHOTO_WITHIN_MS = 120_000;

/** Refusals after which the same action may succeed later. */
const TEMPORARY = new Set(['unauthenticated', 'rate_limited', 'unavailable']);

/** Sends one action with its call. Never throws. */
export async function sendAction(client: Client, queued: QueuedAction): Promise<SendResult> {
  try {
    return { kind: 'done', ...(await call(client, queued)) };
  } catch (error) {
    const { answered, reason, message } = problemOf(error);
    const status = (error as TRPCClientError<AppRouter>).data?.httpStatus ?? 500;
    if (!answered || status >= 500 || TEMPORARY.has(reason ?? '')) return { kind: 'later' };
    return { kind: 'refused', refusal: message || UNREACHABLE };
  }
}

const inDollars = (amount: Cents | undefined) =>
  amount === undefined ? undefined : toDollars(amount);

const NOTHING_TOLD: Told = { customerNotified: null };

async function call(client: Client, queued: QueuedAction): Promise<Told> {
  const { action, actionKey, pressedAt } = queued;
  const options = { signal: AbortSignal.timeout(CALL_WITHIN_MS) };
  const photoOptions = { signal: AbortSignal.timeout(PHOTO_WITHIN_MS) };
  switch (action.kind) {
    case 'enRoute': {
      const input = { id: action.id, actionKey, pressedAt };
      return client.driver.enRoute.mutate(input, options);
    }
    case 'complete': {
      const { id, actualGallons, notes, position } = action;
      const input = {
        id,
        actualGallons,
        notes: notes ?? undefined,
        position,
        expectedTotal: inDollars(action.expectedTotalCents),
        confirmedTotal: inDollars(action.confirmedTotalCents),
      };
      const press = { ...input, actionKey, completedAt: pressedAt };
      const { held } = await client.driver.complete.mutate(press, options);
      return { ...NOTHING_TOLD, held };
    }
    case 'completePhoto':
      await client.driver.completePhoto.mutate(
        { id: action.id, actionKey, photo: action.photo },
        photoOptions,
      );
      return NOTHING_TOLD;
    case 'notDelivered': {
      const { id, reason, note } = action;
      const input = { id, reason, note: note ?? undefined, actionKey, pressedAt };
      return client.driver.notDelivered.mutate(input, options);
    }
    case 'report': {
      const { driverId, id: appointmentId, text } = action;
      const input = { driverId, appointmentId, text, actionKey, pressedAt };
      await client.driver.reportIssue.mutate(input, options);
      return NOTHING_TOLD;
    }
    case 'reportPhoto':
      await client.driver.reportIssuePhoto.mutate(
        { id: action.reportKey, photo: action.photo },
        photoOptions,
      );
      return NOTHING_TOLD;
    case 'order': {
      const { driverId, date, stopIds } = action;
      await client.driver.setRouteOrder.mutate({ driverId, date, stopIds }, options);
      return NOTHING_TOLD;
    }
  }
}
