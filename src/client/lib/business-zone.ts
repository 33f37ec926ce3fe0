import { formatMoment } from '@/domain/time';
import { trpc } from './trpc';

/**
 * Writes an instant (ms) as the business's clock shows it: deadlines are kept there, wherever staff
 * read. The header of every admin screen loads the zone; until then it is the reader's own.
 */
export function useBusinessMoment(): (at: number) => string {
  const { data } = trpc.admin.reviewQueue.useQuery();
  const zone = data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (at) => formatMoment(at, zone);
}
