import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { hasUnsavedWork } from '@/client/components/dialog/unsaved-work';
import type { AdminSearch } from './-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the list on which this history entry opened something. */
    list?: string;
  }
}

type Shown = {
  /** The list's address with nothing open on it. */
  list: AdminSearch;
  /** The address with something open on the list, or null if nothing is open. */
  open: AdminSearch | null;
  /** True if something was already open. */
  wasOpen: boolean;
  /** True if Back must not return to the current address. */
  replace: boolean;
};

/**
 * Shows a list of the dashboard, or something that's open on it. Opening adds an entry to the
 * browser's history, so that Back closes it. Closing it another way removes that entry if the list
 * is in the previous one.
 */
export function useShowOverList(): (shown: Shown) => void {
  const router = useRouter();
  const isLeaving = useRef(false);
  return ({ list, open, wasOpen, replace }) => {
    const { history, latestLocation } = router;
    const { list: before, dialogs = 0 } = latestLocation.state;
    const { href } = router.buildLocation({ to: '/admin', search: list });
    if (open) {
      const state = { list: wasOpen ? before : href };
      void router.navigate({ to: '/admin', search: open, state, replace: wasOpen || replace });
      return;
    }
    // The step back below doesn't ask about unsaved work, but navigation does. So if there's
    // unsaved work, this navigates.
    if (!wasOpen || before !== href || hasUnsavedWork()) {
      void router.navigate({ to: '/admin', search: list, replace });
      return;
    }
    // This is a second press, before the browser went back.
    if (isLeaving.current) return;
    isLeaving.current = true;
    const stop = history.subscribe(() => {
      stop();
      isLeaving.current = false;
    });
    history.flush();
    history.go(-1 - dialogs, { ignoreBlocker: true });
  };
}
