import { forgettingDeletedWords } from '@/db/search-text';
import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import {
  anonymiseAppointments,
  emptyMessages,
  endUnusedSessions,
  forgetPhotos,
  forgetPositions,
  forgetPressPhotos,
  forgetReportPhotos,
  oldPhotos,
  oldPressPhotos,
  oldReportPhotos,
} from './retention.repository';

const DAY_MS = 86_400_000;

/**
 * Forgets what was kept for as long as the settings say (D79): texts of messages, positions of
 * drivers, unused sign-ins, and who past deliveries were for, with their photos. Amounts stay. An appointment that is not
 * settled keeps its customer.
 */
export async function forgetOldData({ deps }: AnyCall): Promise<void> {
  const { messages, positions, sessions, details } = deps.settings.keepDays;
  const daysAgo = (days: number) => deps.clock.now() - days * DAY_MS;
  await forgetPositions(deps.db, daysAgo(positions));
  await endUnusedSessions(deps.db, daysAgo(sessions));
  while ((await emptyMessages(deps.db, daysAgo(messages))) > 0);
  const before = addDays(todayOf(deps), -details);
  while ((await anonymiseAppointments(deps.db, before)) > 0);
  const { db } = deps;
  await removePhotos(deps, () => oldPhotos(db.orm, before), forgetPhotos);
  await removePhotos(deps, () => oldReportPhotos(db.orm, daysAgo(details)), forgetReportPhotos);
  for (const part of ['photo', 'proof'] as const) {
    const forget = (to: Deps['db'], ids: string[]) => forgetPressPhotos(to, ids, part);
    await removePhotos(deps, () => oldPressPhotos(db.orm, before, part), forget);
  }
  await db.batch(forgettingDeletedWords);
}

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
