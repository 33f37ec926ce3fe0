import { type AnyRouter, type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of open dialogs in this entry of the browser's history. */
    dialogs?: number;
  }
}

type RouterHistory = AnyRouter['history'];

/**
 * Functions that close the open dialogs, the latest last. The browser's history has one entry for
 * each, so that Back works even on the first page of a tab.
 */
const open: (() => void)[] = [];
/** Pending while history entries are being added or removed. */
let moving: Promise<void> | null = null;
/**
 * The history entry that was current after the last removal. Undefined once the person goes to
 * another entry.
 */
let cameBackTo: string | undefined;

/**
 * If the browser ignores a step back, the page must not wait forever. But a busy browser may take the step
 * much later. With a shorter limit, that late step would undo what the person has done in the meantime.
 */
const GIVE_UP_MS = 5_000;

const dialogsIn = (location: RouterHistory['location']) => location.state.dialogs ?? 0;

const keyOf = ({ location }: RouterHistory) => location.state.__TSR_key;

/**
 * Returns true if a step only removed a dialog's entry. The browser may take that step late, when
 * the person has already scrolled, so the page must keep its scroll position.
 */
export const isBelowClosedDialog = ({ state }: RouterHistory['location']) =>
  cameBackTo !== undefined && state.__TSR_key === cameBackTo;

/**
 * Adds a history entry for a dialog while it's open. Back calls `close`, which may close the dialog, ask
 * first, or do nothing.
 */
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

/** Lets Back close dialogs. The root calls it once. */
export function useDialogHistory(): void {
  const router = useRouter();
  useEffect(() => {
    // A reload closes the dialogs but keeps their entries.
    keepInStep(router);
    return router.history.block({
      blockerFn: (step) => isMadeOtherwise(router, step),
      enableBeforeUnload: false,
    });
  }, [router]);
}

/** Adds missing entries for open dialogs, and removes those of closed ones. */
function keepInStep(router: AnyRouter) {
  moving ??= move(router);
}

async function move(router: AnyRouter) {
  const { history } = router;
  try {
    // If one dialog replaces another in the same commit, it also takes over its entry.
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
      // Clears the value on a step to any other entry. The step in progress also calls this listener, and is
      // ignored.
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

/** Returns true if the step must be blocked or replaced because of open or closed dialogs. */
function isMadeOtherwise(
  router: AnyRouter,
  { action, currentLocation, nextLocation }: Parameters<BlockerFn>[0],
): boolean | Promise<boolean> {
  if (action === 'PUSH' || action === 'REPLACE') {
    return dialogsIn(currentLocation) > 0 && goOnBelow(router, action, nextLocation);
  }
  const isBack = nextLocation.state.__TSR_index < currentLocation.state.__TSR_index;
  if (open.length > 0) {
    // The router reverts the step first, and then the dialog closes.
    if (isBack) window.addEventListener('popstate', () => open.at(-1)?.(), { once: true });
    return true;
  }
  // If the entry's dialog is gone, Back continues to the page below it, and Forward does nothing.
  const isGone = dialogsIn(nextLocation) > 0;
  if (isGone && isBack) {
    const stop = router.history.subscribe(() => {
      stop();
      keepInStep(router);
    });
  }
  return isGone && !isBack;
}

/** Replaces the top dialog's entry with the next page, so that Back skips the dialog. */
async function goOnBelow(
  router: AnyRouter,
  action: 'PUSH' | 'REPLACE',
  { href, state }: RouterHistory['location'],
): Promise<true> {
  await moving;
  const { history } = router;
  const entries = dialogsIn(history.location);
  const method = action === 'PUSH' && entries === 0 ? 'push' : 'replace';
  if (action === 'REPLACE' && entries > 0) {
    // A dialog that closes in the meantime must not go back once more.
    moving = goBack(history, entries).finally(() => {
      moving = null;
    });
    await moving;
  }
  history[method](href, state, { ignoreBlocker: true });
  history.flush();
  keepInStep(router);
  return true;
}
