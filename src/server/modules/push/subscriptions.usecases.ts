import { DomainError } from '@/domain/errors';
import { TEST_PUSH } from '@/domain/messages/push-texts';
import type { Subscription } from '@/domain/push/subscription.schema';
import type { AnyCall, UserCall } from '@/server/config/call';
import { PushRefused } from '@/server/ports/push/port';
import { hashToken } from '../auth/tokens';
import { pushKeys } from './keys';
import {
  deleteGone,
  deleteSubscription,
  saveSubscription,
  selectOwnSubscription,
} from './push.repository';

/** How long (s) a push service keeps a test. */
const TEST_SECONDS = 120;

/** Returns our public key, with which browsers subscribe. */
export async function readPushKey({ deps }: AnyCall): Promise<{ publicKey: string }> {
  const { publicKey } = await pushKeys(deps);
  return { publicKey };
}

/** True if this browser gets this person's notifications. */
export async function readSubscription(
  { deps, actor }: UserCall,
  { endpoint }: { endpoint: string },
): Promise<{ isOn: boolean }> {
  const [own] = await selectOwnSubscription(deps.db.orm, actor.userId, endpoint);
  const { publicKey } = await pushKeys(deps);
  return { isOn: own?.publicKey === publicKey };
}

/**
 * Turns notifications on for this browser, until its session ends. Repeating the call changes
 * nothing. A browser that belonged to someone else gets only this person's from now on, unless it
 * only `replaces` that person's subscription.
 */
export async function subscribe(
  { deps, actor }: UserCall,
  input: Subscription & { replaces?: string | undefined; sessionToken: string | null },
): Promise<{ isOn: boolean }> {
  const { sessionToken, replaces, ...subscription } = input;
  if (sessionToken === null) {
    throw new DomainError('forbidden', 'Sign in to turn on notifications.');
  }
  if (replaces !== undefined) {
    const [own] = await selectOwnSubscription(deps.db.orm, actor.userId, replaces);
    if (!own) return { isOn: false };
  }
  const { publicKey } = await pushKeys(deps);
  await saveSubscription(deps.db, {
    ...subscription,
    id: deps.ids.next(),
    publicKey,
    userId: actor.userId,
    sessionHash: hashToken(sessionToken),
    createdAt: deps.clock.now(),
  });
  if (replaces !== undefined && replaces !== subscription.endpoint) {
    await deleteSubscription(deps.db, actor.userId, replaces);
  }
  return { isOn: true };
}

/** Turns notifications off for this browser. */
export async function unsubscribe(
  { deps, actor }: UserCall,
  { endpoint }: { endpoint: string },
): Promise<{ isOn: false }> {
  await deleteSubscription(deps.db, actor.userId, endpoint);
  return { isOn: false };
}

/** Sends a test to this browser now. It isn't tried again, because nothing depends on it. */
export async function sendTestPush(
  { deps, actor }: UserCall,
  { endpoint }: { endpoint: string },
): Promise<{ isSent: boolean }> {
  const [to] = await selectOwnSubscription(deps.db.orm, actor.userId, endpoint);
  if (!to) throw new DomainError('not_found', 'Notifications aren’t turned on here.');
  const id = deps.ids.next();
  const page = actor.role === 'driver' ? '/driver' : '/admin';
  const payload = JSON.stringify({ id, ...TEST_PUSH, url: page });
  const push = { id, to, payload, topic: TEST_PUSH.tag, ttlSeconds: TEST_SECONDS };
  try {
    await deps.push.send(push, await pushKeys(deps));
    return { isSent: true };
  } catch (error) {
    if (!(error instanceof PushRefused)) return { isSent: false };
    await deps.db.write(deleteGone(to.id));
    throw new DomainError('conflict', 'Notifications stopped in this browser. Turn them on again.');
  }
}
