import { type AnyRouter, type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many dialogs lie above the page in this entry of the browser's history. */
    dialogs?: number;
  }
}

type RouterHistory = AnyRouter['history'];

/**
 * What asks each open dialog to close, the latest last. The browser's history has one entry for each,
 * so that Back has something to go back from, also on the first page of a tab.
 */
const open: (() => void)[] = [];
/** Under way while entries are added or taken back. */
let moving: Promise<void> | null = null;
/** The entry that such a step has come back to, until the next step of any kind. */
let cameBackTo: string | undefined;

/**
 * A step back that the browser does not make must not stop the page for good. A busy one makes it later
 * than seems possible, and would then undo what was pressed meanwhile.
 */
const GIVE_UP_MS = 5_000;

const dialogsIn = (location: RouterHistory['location']) => location.state.dialogs ?? 0;

const keyOf = ({ location }: RouterHistory) => location.state.__TSR_key;

/**
 * Whether the page has only taken back the entry of a dialog. The browser may be late to do that: its reader
 * has scrolled since, or is about to press something, so the page stays where it is.
 */
export const isBelowClosedDialog = ({ state }: RouterHistory['location']) =>
  cameBackTo !== undefined && state.__TSR_key === cameBackTo;

/** Gives a dialog its entry while it is open. `close` is called by Back; it may ask, or do nothing. */
export function useDialogEntry(isOpen: boolean, close: () => void): void {
  const router = useRouter();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const entry = () => latest.current();
    open.push(entry);
    keepInStep(router);
    return () => {
      open.splice(open.indexOf(entry), 1);
      keepInStep(router);
    };
  }, [isOpen, router]);
}

/** Lets Back close dialogs; stands once above all screens. */
export function useDialogHistory(): void {
  const router = useRouter();
  useEffect(() => {
    // A reload closes the dialogs and keeps their entries.
    keepInStep(router);
    return router.history.block({
      blockerFn: (step) => isMadeOtherwise(router, step),
      enableBeforeUnload: false,
    });
  }, [router]);
}

/** Adds the entries that open dialogs lack, and takes back those of closed ones. */
function keepInStep(router: AnyRouter) {
  moving ??= move(router);
}

async function move(router: AnyRouter) {
  const { history } = router;
  try {
    // A dialog that gives way to the next one in the same commit leaves it its entry.
    await null;
    for (;;) {
      const entries = dialogsIn(history.location);
      if (entries === open.length) return;
      if (entries < open.length) addEntry(router, entries + 1);
      else await goBack(history, entries - open.length);
      if (dialogsIn(history.location) === entries) return;
    }
  } finally {
    moving = null;
  }
}

function addEntry(router: AnyRouter, dialogs: number) {
  const { latestLocation } = router;
  void router.commitLocation({
    ...latestLocation,
    state: { ...latestLocation.state, dialogs },
    resetScroll: false,
    ignoreBlocker: true,
  });
}

function goBack(history: RouterHistory, entries: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, GIVE_UP_MS);
    const stop = history.subscribe(() => {
      done();
      cameBackTo = keyOf(history);
      // Steps on to another entry end it; this very one is told here too.
      const forget = history.subscribe(() => {
        if (keyOf(history) === cameBackTo) return;
        cameBackTo = undefined;
        forget();
      });
    });
    history.flush();
    history.go(-entries, { ignoreBlocker: true });
  });
}

/** Whether a step in the history is made in another way, or not at all, because of dialogs. */
function isMadeOtherwise(
  router: AnyRouter,
  { action, currentLocation, nextLocation }: Parameters<BlockerFn>[0],
): boolean | Promise<boolean> {
  if (action === 'PUSH' || action === 'REPLACE') {
    return dialogsIn(currentLocation) > 0 && goOnBelow(router, action, nextLocation);
  }
  const isBack = nextLocation.state.__TSR_index < currentLocation.state.__TSR_index;
  if (open.length > 0) {
    // The router takes the step back, and the dialog closes once that is done.
    if (isBack) window.addEventListener('popstate', () => open.at(-1)?.(), { once: true });
    return true;
  }
  // The entry of a dialog that is gone: Back goes on to the page below it, and Forward stays.
  const isGone = dialogsIn(nextLocation) > 0;
  if (isGone && isBack) {
    const stop = router.history.subscribe(() => {
      stop();
      keepInStep(router);
    });
  }
  return isGone && !isBack;
}

/** The next page takes the place of the dialog on top, so that Back does not come to its entry. */
async function goOnBelow(
  router: AnyRouter,
  action: 'PUSH' | 'REPLACE',
  { href, state }: RouterHistory['location'],
): Promise<true> {
  await moving;
  const { history } = router;
  const entries = dialogsIn(history.location);
  const method = action === 'PUSH' && entries === 0 ? 'push' : 'replace';
  if (action === 'REPLACE' && entries > 0) await goBack(history, entries);
  history[method](href, state, { ignoreBlocker: true });
  history.flush();
  keepInStep(router);
  return true;
}
