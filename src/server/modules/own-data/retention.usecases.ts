import { forgettingDeletedWords } from '@/db/search-texts';
import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { dueIfAny } from '../leases/leases.repository';
import {
  type Ages,
  forgetActionPhotos,
  forgetPhotos,
  forgetReportPhotos,
  forgetRows,
  oldActionPhotos,
  oldAppointments,
  oldMessages,
  oldPhotos,
  oldPositions,
  oldReportPhotos,
  unusedSessions,
} from './retention.repository';

const DAY_MS = 86_400_000;
/** The parts of a device action that are pictures. */
const PRESS_PARTS = ['photo', 'proof'] as const;

function agesOf(deps: Deps): Ages {
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

/** Checks whether `forgetOldData` has work to do. */
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
    ...PRESS_PARTS.map((part) => oldActionPhotos(orm, deliveries, part)),
  );
}

/**
 * Removes data that is older than the settings allow: texts of messages, drivers' positions, unused
 * sign-ins, and the personal details and photos of past deliveries. Amounts stay. An unsettled
 * appointment keeps its customer.
 */
export async function forgetOldData({ deps }: AnyCall): Promise<void> {
  const ages = agesOf(deps);
  while (await forgetRows(deps.db, ages));
  while (await removePhotos(deps, ages));
}

/** Removes deleted words from the search index too, after any kind of deletion. */
export const forgetDeletedWords = ({ deps }: AnyCall) => deps.db.batch(forgettingDeletedWords);

type StoredPhoto = { id: string; storageKey: string | null };
type Forget = (db: Deps['db'], ids: string[]) => Promise<unknown>;

/** Removes one page of each kind of old photo. Returns false if there were none. */
async function removePhotos(deps: Deps, { deliveries, reports }: Ages): Promise<boolean> {
  const [ofDeliveries, ofReports, ...ofActions] = await deps.db.read((orm) => [
    oldPhotos(orm, deliveries),
    oldReportPhotos(orm, reports),
    ...PRESS_PARTS.map((part) => oldActionPhotos(orm, deliveries, part)),
  ]);
  const pages: [StoredPhoto[], Forget][] = [
    [ofDeliveries, forgetPhotos],
    [ofReports, forgetReportPhotos],
    ...PRESS_PARTS.map((part, index): [StoredPhoto[], Forget] => [
      ofActions[index] ?? [],
      (db, ids) => forgetActionPhotos(db, ids, part),
    ]),
  ];
  const found = pages.filter(([page]) => page.length > 0);
  for (const [page, forget] of found) await removePage(deps, page, forget);
  return found.length > 0;
}

/** Files are deleted before their rows, so that no file is left that nothing refers to. */
async function removePage(
  { db, photos }: Deps,
  page: readonly StoredPhoto[],
  forget: Forget,
): Promise<void> {
  for (const { storageKey } of page) if (storageKey) await photos.remove(storageKey);
  await forget(
    db,
    page.map(({ id }) => id),
  );
}
