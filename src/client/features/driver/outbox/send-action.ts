import type { TRPCClientError } from '@trpc/client';
import type { CallContext } from '@/client/lib/person-link';
import { type Problem, problemOf, UNREACHABLE } from '@/client/lib/problem';
import type { api } from '@/client/lib/trpc';
import type { ShownOrder } from '@/domain/appointment/shown-order';
import { MAX_SAID_LENGTH } from '@/domain/driver/driver.schema';
import { type Cents, cents, toDollars, unitPrice } from '@/domain/money';
import type { AppRouter } from '@/server/trpc';
import {
  type Asked,
  actionText,
  type DeviceAction,
  isOfStop,
  type QueuedAction,
  type StopAction,
} from './device-action';
import type { SendOutcome, SendResult } from './send-result';

export type Client = typeof api;

/** Calls time out after this long. The action key makes a retry safe. */
export const CALL_WITHIN_MS = 20_000;
export const PHOTO_WITHIN_MS = 120_000;

/** The pause after a 429 without a Retry-After time, and the longest pause we accept. */
const PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
const TOO_MANY = 429;
const TOO_SLOW = 408;

/**
 * Sends one action with its call. Never throws.
 *
 * @param isOver whether the driver has already ended the trip that this action starts
 */
export function sendAction(
  client: Client,
  queued: QueuedAction,
  isOver: boolean,
): Promise<SendResult> {
  const result = resultOf(async () => {
    const { handedOverFor } = queued;
    if (handedOverFor !== undefined) return handOver(client, queued, handedOverFor);
    return { kind: 'done', ...(await call(client, queued, isOver, queued.userId)) };
  });
  return queued.action.kind === 'seeChange' ? result.then(doneIfRefused) : result;
}

/** If the stop isn't this driver's anymore, its changes don't concern them. */
const doneIfRefused = (result: SendResult): SendResult =>
  result.kind === 'refused' ? { kind: 'done', ...NOBODY_NOTIFIED } : result;

/** Turns a send's answer or error into a result. */
export async function resultOf(send: () => Promise<SendResult>): Promise<SendResult> {
  try {
    return await send();
  } catch (error) {
    const { reason, message, details, field } = problemOf(error);
    const { data, meta } = error as TRPCClientError<AppRouter>;
    const response = meta?.response instanceof Response ? meta.response : null;
    if (!data && !response) return { kind: 'later' };
    // The action can still succeed when its driver signs in again.
    if (reason === 'unauthenticated' || reason === 'person_changed') return { kind: 'later' };
    // The connection was too slow. The action may succeed on a better one.
    if (data?.httpStatus === TOO_SLOW) return { kind: 'later' };
    if ((data?.httpStatus ?? response?.status) === TOO_MANY) {
      return { kind: 'limited', waitMs: pauseFrom(details?.retryAfterSeconds, response) };
    }
    if (!data)
      return { kind: 'failed', failure: 'We couldn’t confirm that dispatch received this.' };
    if (reason === 'needs_confirmation' && field === 'expectedTotal') {
      return { kind: 'asked', asked: askedOf(message, details) };
    }
    if (data.httpStatus >= 500) return { kind: 'failed', failure: message };
    return { kind: 'refused', refusal: message || UNREACHABLE, isKept: details?.isKept === true };
  }
}

const askedOf = (question: string, details: Problem['details']): Asked => ({
  question,
  totalCents: cents(Number(details?.totalCents)),
  unitPriceCents: unitPrice(Number(details?.unitPriceCents)),
});

/** The Retry-After pause in ms, which a server or proxy sends in seconds or as a date. */
function pauseFrom(named: unknown, response: Response | null): number {
  const retryAfter = named ?? response?.headers.get('retry-after') ?? '';
  const seconds = Number(retryAfter || Number.NaN);
  const ms = Number.isNaN(seconds) ? Date.parse(String(retryAfter)) - Date.now() : seconds * 1000;
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : PAUSE_MS;
}

/** Hands a failing action over to staff. It then counts as refused. */
async function handOver(
  client: Client,
  queued: QueuedAction,
  refusal: string,
): Promise<SendResult> {
  const { action } = queued;
  if (!isOfStop(action)) return { kind: 'refused', refusal };
  await handOverStop(client, { ...queued, action }, refusal, queued.userId);
  return { kind: 'refused', refusal, isKept: true };
}

/**
 * Hands a stop's device action over to staff for review.
 *
 * @param refusal why staff get it
 * @param actsFor the driver whose session it needs. Without it, the page's session is used.
 */
export async function handOverStop(
  client: Client,
  queued: QueuedAction & { action: StopAction },
  refusal: string,
  actsFor?: string,
): Promise<void> {
  const { action, actionKey, pressedAt } = queued;
  const delivered = action.kind === 'complete' ? deliveredOf(action) : {};
  await client.driver.handOver.mutate(
    {
      id: action.id,
      kind: action.kind,
      actionKey,
      pressedAt,
      refusal,
      ...delivered,
      text: actionText(queued).slice(0, MAX_SAID_LENGTH),
    },
    { signal: AbortSignal.timeout(CALL_WITHIN_MS), context: contextFor(actsFor) },
  );
}

const contextFor = (actsFor: string | undefined): CallContext =>
  actsFor === undefined ? {} : { actsFor };

function deliveredOf(action: Extract<DeviceAction, { kind: 'complete' }>) {
  const { actualGallons, smallIceBags, largeIceBags, notes } = action;
  const shown = action.shown && asSent(action.shown);
  const { meterStart, meterEnd, truckId, ticket } = action;
  const ticketFields = { meterStart, meterEnd, truckId, ticket };
  const figures = { actualGallons, smallIceBags, largeIceBags, ...ticketFields };
  return { ...figures, shown, notes: notes ?? undefined };
}

const asSent = ({ unitPriceCents, ...shown }: ShownOrder) => ({
  ...shown,
  unitPrice: toDollars(unitPriceCents),
});

const inDollars = (amount: Cents | undefined) =>
  amount === undefined ? undefined : toDollars(amount);

const DAY_MS = 86_400_000;

/** Age of the press in ms, by the device's clock, between 0 and one day. */
const ageOf = ({ pressedAt }: QueuedAction) =>
  Math.min(Math.max(Date.now() - Date.parse(pressedAt), 0), DAY_MS);

const NOBODY_NOTIFIED: SendOutcome = { customerNotified: null };

/**
 * Sends an action with the call for its kind.
 *
 * @param isOver whether the driver has already ended the trip that this action starts
 * @param actsFor the driver whose session it needs. Without it, the page's session is used.
 */
export async function call(
  client: Client,
  queued: QueuedAction,
  isOver: boolean,
  actsFor?: string,
): Promise<SendOutcome> {
  const { action, actionKey, pressedAt } = queued;
  const context = contextFor(actsFor);
  const options = { signal: AbortSignal.timeout(CALL_WITHIN_MS), context };
  const photoOptions = { signal: AbortSignal.timeout(PHOTO_WITHIN_MS), context };
  switch (action.kind) {
    case 'enRoute': {
      const { id, shownDate } = action;
      const input = { id, shownDate, isOver, actionKey, pressedAt };
      const outcome = await client.driver.enRoute.mutate(input, options);
      return isOver ? NOBODY_NOTIFIED : outcome;
    }
    case 'undoEnRoute': {
      const input = { id: action.id, actionKey, ageMs: ageOf(queued) };
      const { isChanged, customerNotified } = await client.driver.undoEnRoute.mutate(
        input,
        options,
      );
      return isChanged ? { customerNotified } : NOBODY_NOTIFIED;
    }
    case 'complete': {
      const { id, shownDate, position } = action;
      const input = {
        id,
        shownDate,
        position,
        ...deliveredOf(action),
        expectedTotal: inDollars(action.expectedTotalCents),
        confirmedTotal: inDollars(action.confirmedTotalCents),
      };
      const completion = { ...input, actionKey, completedAt: pressedAt };
      const { held } = await client.driver.complete.mutate(completion, options);
      return { ...NOBODY_NOTIFIED, held };
    }
    case 'completePhoto':
      await client.driver.completePhoto.mutate(
        {
          id: action.id,
          actionKey,
          completionKey: queued.afterKey ?? undefined,
          proof: action.proof,
          photo: action.photo,
        },
        photoOptions,
      );
      return NOBODY_NOTIFIED;
    case 'fillerPhoto': {
      const { id, photo } = action;
      await client.driver.fillerPhoto.mutate({ id, actionKey, photo }, photoOptions);
      return NOBODY_NOTIFIED;
    }
    case 'seeChange': {
      const { id, changeId } = action;
      await client.driver.seeChange.mutate({ id, changeId, pressedAt }, options);
      return NOBODY_NOTIFIED;
    }
    case 'notDelivered': {
      const { id, shownDate, reason, note, tryAgain } = action;
      const report = { reason, note: note ?? undefined, tryAgain };
      const input = { id, shownDate, ...report, actionKey, pressedAt };
      return client.driver.notDelivered.mutate(input, options);
    }
    case 'walkUp': {
      const { kind, unitPriceCents, priceList, confirmAboveCents, expectedTotalCents, ...order } =
        action;
      const expectedTotal = inDollars(expectedTotalCents);
      const input = { ...order, expectedTotal, pressedAt };
      const answer = await client.driver.walkUp.mutate(input, options);
      const { totalPriceCents: totalCents, codeRefused, codeProblem } = answer;
      return { ...NOBODY_NOTIFIED, totalCents, codeRefused, codeProblem };
    }
    case 'load': {
      const { kind, ...load } = action;
      await client.driver.setLoad.mutate(load, options);
      return NOBODY_NOTIFIED;
    }
    case 'truck': {
      const { driverId, date, truckId } = action;
      await client.driver.setTruck.mutate({ driverId, date, truckId }, options);
      return NOBODY_NOTIFIED;
    }
    case 'report': {
      const { driverId, id: appointmentId, text, delivered } = action;
      const input = { driverId, appointmentId, text, delivered, actionKey, pressedAt };
      await client.driver.reportIssue.mutate(input, options);
      return NOBODY_NOTIFIED;
    }
    case 'spill': {
      const { kind, id: appointmentId, ...spill } = action;
      const input = { ...spill, appointmentId, actionKey, pressedAt };
      await client.driver.reportSpill.mutate(input, options);
      return NOBODY_NOTIFIED;
    }
    case 'reportPhoto':
      await client.driver.reportIssuePhoto.mutate(
        { id: action.reportKey, photo: action.photo },
        photoOptions,
      );
      return NOBODY_NOTIFIED;
    case 'order': {
      const { driverId, date, stopIds } = action;
      await client.driver.setRouteOrder.mutate({ driverId, date, stopIds }, options);
      return NOBODY_NOTIFIED;
    }
    case 'duty': {
      const { driverId, status } = action;
      await client.driver.setDuty.mutate({ driverId, status }, options);
      return NOBODY_NOTIFIED;
    }
    case 'position':
      await client.driver.setPosition.mutate({ ...action.position, ageMs: ageOf(queued) }, options);
      return NOBODY_NOTIFIED;
  }
}
