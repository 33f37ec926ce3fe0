import { forgettingDeletedWords } from '@/db/search-text';
import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { dueIfAny } from '../leases/leases.repository';
import {
  anonymiseAppointments,
  emptyMessages,
  endUnusedSessions,
  forgetPhotos,
  forgetPositions,
  forgetPressPhotos,
  forgetReportPhotos,
  oldAppointments,
  oldMessages,
  oldPhotos,
  oldPositions,
  oldPressPhotos,
  oldReportPhotos,
  unusedSessions,
} from './retention.repository';

const DAY_MS = 86_400_000;
/** What devices send after a press. */
const PRESS_PARTS = ['photo', 'proof'] as const;

/** Before when things are forgotten: instants (ms), and the date of a delivery. */
function agesOf(deps: Deps) {
  const { messages, positions, sessions, details } = deps.settings.keepDays;
  const daysAgo = (days: number) => deps.clock.now() - days * DAY_MS;
  return {
    positions: daysAgo(positions),
    sessions: daysAgo(sessions),
    messages: daysAgo(messages),
    reports: daysAgo(details),
    deliveries: addDays(todayOf(deps), -details),
  };
}

/** Whether `forgetOldData` would find anything. */
export function dataToForget({ deps }: AnyCall) {
  const { orm } = deps.db;
  const { positions, sessions, messages, reports, deliveries } = agesOf(deps);
  return dueIfAny(
    oldPositions(orm, positions),
    unusedSessions(orm, sessions),
    oldMessages(orm, messages),
    oldAppointments(orm, deliveries),
    oldPhotos(orm, deliveries),
    oldReportPhotos(orm, reports),
    ...PRESS_PARTS.map((part) => oldPressPhotos(orm, deliveries, part)),
  );
}

/**
 * Forgets what was kept for as long as the settings say (D79): texts of messages, positions of
 * drivers, unused sign-ins, and who past deliveries were for, with their photos. Amounts stay. An appointment that is not
 * settled keeps its customer.
 */
export async function forgetOldData({ deps }: AnyCall): Promise<void> {
  const { db } = deps;
  const { positions, sessions, messages, reports, deliveries } = agesOf(deps);
  await forgetPositions(db, positions);
  await endUnusedSessions(db, sessions);
  while ((await emptyMessages(db, messages)) > 0);
  while ((await anonymiseAppointments(db, deliveries)) > 0);
  await removePhotos(deps, () => oldPhotos(db.orm, deliveries), forgetPhotos);
  await removePhotos(deps, () => oldReportPhotos(db.orm, reports), forgetReportPhotos);
  for (const part of PRESS_PARTS) {
    const forget = (to: Deps['db'], ids: string[]) => forgetPressPhotos(to, ids, part);
    await removePhotos(deps, () => oldPressPhotos(db.orm, deliveries, part), forget);
  }
}

/** Takes words that were deleted out of the files of the search too, whatever deleted them. */
export const forgetDeletedWords = ({ deps }: AnyCall) => deps.db.batch(forgettingDeletedWords);

type StoredPhoto = { id: string; storageKey: string | null };

/** Removes photos until there is none: first the files, so that none is left without its row. */
async function removePhotos(
  { db, photos }: Deps,
  find: () => Promise<StoredPhoto[]>,
  forget: (db: Deps['db'], ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (let found = await find(); found.length > 0; found = await find()) {
    for (const { storageKey } of found) if (storageKey) await photos.remove(storageKey);
    await forget(
      db,
      found.map(({ id }) => id),
    );
  }
}
