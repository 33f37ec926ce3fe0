import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { hasUnsavedWork } from '@/client/components/dialog/unsaved-work';
import type { AdminSearch } from './-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the list in the entry before, over which this one opened something. */
    list?: string;
  }
}

type Shown = {
  /** The list alone. */
  list: AdminSearch;
  /** The list with what is open over it; null where nothing is. */
  open: AdminSearch | null;
  /** Whether something is open over it already. */
  wasOpen: boolean;
  /** So that Back does not return to what was shown. */
  replace: boolean;
};

/**
 * Shows a list of the dashboard, or what is open over it. Opening adds to the history of the browser, so
 * that Back closes it; closing it otherwise takes that entry back where the list is in the one before.
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
    // The step back below asks nothing, so what is typed and not saved is left by a way that does.
    if (!wasOpen || before !== href || hasUnsavedWork()) {
      void router.navigate({ to: '/admin', search: list, replace });
      return;
    }
    // A second press, before the browser has made the step.
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
