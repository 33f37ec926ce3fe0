import { type InstantFormats, instantsIn } from './instants';
import { useMe } from './session';
import { trpc } from './trpc';

/** The zone of this device; UTC if it knows none: some report "Etc/Unknown", which no format takes. */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * How instants are written: for staff as the business's clock shows them, wherever staff read, and for
 * everyone else in their own zone. Until the business's zone is known, staff see their own too.
 */
export function useInstants(): InstantFormats {
  const me = useMe();
  const isStaff = Boolean(me) && me?.role !== 'customer';
  const { data } = trpc.admin.timeZone.useQuery(undefined, {
    enabled: isStaff,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return instantsIn((isStaff && data) || ownZone(), true);
}
