import { tryWriteGuarded } from '@/db/guarded-batch';
import { statusInText } from '@/domain/appointment/status';
import { addDays } from '@/domain/dates';
import { deliveryTimes } from '@/domain/delivery-times';
import { DomainError } from '@/domain/errors';
import { icsText } from '@/domain/ics';
import { orderAsItStands, orderText } from '@/domain/order/order';
import type { UserActor } from '@/domain/roles';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { hashToken, newToken } from '../auth/tokens';
import { readCompanyName } from '../business-settings/business-settings.usecases';
import { findDriver } from '../drivers/drivers.repository';
import {
  deliveriesFrom,
  findFeed,
  insertFeed,
  revokeFeed,
  selectWorkingFeed,
  workingFeeds,
} from './feeds.repository';

/** Number of past days in a feed. */
const PAST_DAYS = 30;

export type FeedLinkView = {
  id: string;
  name: string;
  driverId: number | null;
  driverName: string | null;
  createdAt: number;
};

/**
 * Returns the driver whose links the actor can see and create. Null means all drivers, for admins.
 */
function reachOf(actor: UserActor): number | null {
  if (actor.role === 'admin') return null;
  if (actor.driverId !== null) return actor.driverId;
  throw new DomainError('forbidden', 'Your account isn’t linked to a driver.');
}

/**
 * Creates a secret link for a calendar program, to all deliveries or to one driver's. Drivers get a
 * link to their own deliveries. Only this response contains the link.
 */
export async function createFeedLink(
  call: UserCall,
  input: { name: string; driverId: number | null },
): Promise<{ id: string; url: string }> {
  const { deps, actor } = call;
  const reach = reachOf(actor);
  const driverId = reach ?? input.driverId;
  if (driverId !== null && !(await findDriver(deps.db.orm, driverId))) {
    throw new DomainError('not_found', 'We couldn’t find that driver.', { field: 'driverId' });
  }
  const token = newToken();
  const id = deps.ids.next();
  await tryWriteGuarded(deps.db, {
    guard: insertFeed(deps.db.orm, {
      id,
      name: input.name,
      tokenHash: hashToken(token),
      driverId,
      createdBy: actor.userId,
      createdAt: deps.clock.now(),
    }),
    audit: audit(call, {
      action: 'calendar_link.created',
      after: { linkId: id, name: input.name, driverId },
    }),
  });
  return { id, url: `${deps.settings.appUrl}/api/calendar/${token}.ics` };
}

/** Lists the valid links. Drivers see their own. */
export async function listFeedLinks({ deps, actor }: UserCall): Promise<FeedLinkView[]> {
  const rows = await workingFeeds(deps.db.orm, reachOf(actor));
  return rows.map(({ feed: { id, name, driverId, createdAt }, driverName }) => ({
    id,
    name,
    driverId,
    driverName,
    createdAt,
  }));
}

/** Revokes a link immediately. Throws `not_found` if the caller can't revoke it. */
export async function revokeFeedLink(call: UserCall, input: { id: string }): Promise<{ ok: true }> {
  const { deps, actor } = call;
  const reach = reachOf(actor);
  const [feed] = await selectWorkingFeed(deps.db.orm, input.id, reach);
  const written =
    feed &&
    (await tryWriteGuarded(deps.db, {
      guard: revokeFeed(deps.db.orm, feed.id, reach, deps.clock.now()),
      audit: audit(call, {
        action: 'calendar_link.revoked',
        before: { linkId: feed.id, name: feed.name, driverId: feed.driverId },
      }),
    }));
  if (!written) throw new DomainError('not_found', 'We couldn’t find that calendar link.');
  return { ok: true };
}

/** Returns the feed of a secret link. Null for an unknown or revoked link. */
export async function readFeed(
  { deps }: AnyCall,
  input: { token: string },
): Promise<string | null> {
  const feed = await findFeed(deps.db.orm, hashToken(input.token));
  if (!feed) return null;
  const { timeZone, zones } = deps.settings;
  const today = todayOf(deps);
  const [rows, company] = await Promise.all([
    deliveriesFrom(deps.db.orm, addDays(today, -PAST_DAYS), feed.driverId),
    readCompanyName({ deps }),
  ]);
  const events = rows.map(({ appointment, driverName }) => ({
    ...deliveryTimes(appointment, zones),
    title: `${appointment.publicCode}: ${orderText(orderAsItStands(appointment))}`,
    location: [appointment.location, appointment.slipNumber].filter(Boolean).join(', '),
    description: [
      appointment.customerName ?? 'Guest',
      `Status: ${statusInText(appointment.status)}`,
      ...(feed.driverId === null ? [`Driver: ${driverName ?? 'none yet'}`] : []),
      ...(appointment.testMode ? ['Test appointment'] : []),
    ].join('\n'),
  }));
  return icsText(events, company, { name: `${company}: ${feed.name}`, timeZone });
}
