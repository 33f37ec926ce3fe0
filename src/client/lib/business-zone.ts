import { type InstantFormats, instantsIn } from './instants';
import { useMe } from './session';
import { trpc } from './trpc';

/**
 * Returns this device's time zone, or UTC if it's unknown. Some report "Etc/Unknown", which isn't
 * valid.
 */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * Formats instants in the business's time zone for staff, wherever they are, and in the device's
 * time zone for everyone else. Until the business's zone has loaded, staff see their own.
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
