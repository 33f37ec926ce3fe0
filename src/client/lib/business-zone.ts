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
 * Formats instants in the business's time zone, wherever people read them. The page names its
 * zone, except in development. There, staff ask for it, and others see their own.
 */
export function useInstants(): InstantFormats {
  const me = useMe();
  const { zone } = document.documentElement.dataset;
  const isStaff = Boolean(me) && me?.role !== 'customer';
  const { data } = trpc.admin.timeZone.useQuery(undefined, {
    enabled: isStaff && !zone,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return instantsIn(zone ?? ((isStaff && data) || ownZone()), true);
}
