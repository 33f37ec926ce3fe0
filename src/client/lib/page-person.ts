/**
 * Whom this page shows, and whether someone else is signed in in the browser by now. Every call names the
 * person of its page, and the server refuses it for any other one. So a page whose person changed in
 * another tab sends nothing more, and what it holds goes to no one else.
 */
import { useSyncExternalStore } from 'react';
import { NOBODY } from '@/domain/account/page-person';
import { keep, readKept } from './kept';

/** Tells the other tabs who is signed in: an id, or NOBODY after a sign-out. */
const KEY = 'dockside.session-of';

/** An id, NOBODY for a visitor, undefined until the server has said it. */
let shown: string | undefined;
/** Who is signed in instead; null while the page shows the right person. It never shows another one. */
let instead: string | null = null;
/** How many screens with work in them wait for their person, whose session ended by itself. */
let waiting = 0;
let hasEnded = false;
const listeners = new Set<() => void>();
const askers = new Set<() => unknown>();

/** The person of this page as calls name them; undefined until it is known. */
export const pageOf = (): string | undefined => shown;

/** The person who was signed in last in this browser, as far as a page has heard; null for no one. */
export function lastPerson(): string | null {
  const told = readKept(KEY);
  return told === NOBODY ? null : told;
}

/** Whether this page showed a person who is no longer the one who is signed in. */
export const isPageOver = (): boolean => instead !== null;

function change(next: { instead?: string; hasEnded?: boolean }): void {
  ({ instead = instead, hasEnded = hasEnded } = next);
  for (const listener of listeners) listener();
}

function endPage(sessionOf: string): void {
  if (instead !== sessionOf) change({ instead: sessionOf });
}

/** Asks the server again who is signed in. */
function ask(): void {
  for (const one of askers) one();
}

/** Has `asking` ask the server who is signed in where the page is unsure, until the returned function is called. */
export function whenUnsure(asking: () => unknown): () => void {
  askers.add(asking);
  return () => askers.delete(asking);
}

/** A call of this very page began or ended a session: the page goes on with that person. */
export function noteOwnSession(sessionOf: string): void {
  keep(KEY, sessionOf);
  const isOther = hasEnded && sessionOf !== shown;
  if (instead !== null || isOther) {
    endPage(sessionOf);
    return;
  }
  shown = sessionOf;
  if (hasEnded) change({ hasEnded: false });
}

/** Has this page wait for its person where the session ends by itself, until the returned function is called. */
export function waitForPerson(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    if (waiting > 0 || !hasEnded) return;
    change({ hasEnded: false });
    ask();
  };
}

/** Tells the other tabs of a sign-out that the server does not know of yet. */
export function noteLateSignOut(): void {
  keep(KEY, NOBODY);
}

/**
 * The server said who is signed in. A session that ended by itself leaves a visitor's page, or one that
 * waits. Returns false if the page shows someone else, and so must not take the answer.
 */
export function noteAnswer(sessionOf: string): boolean {
  tellOtherTabs(sessionOf);
  if (instead !== null) {
    if (sessionOf !== shown) endPage(sessionOf);
    return true;
  }
  const isEnd = sessionOf === NOBODY && shown !== undefined && shown !== NOBODY;
  if (isEnd && waiting > 0) {
    if (!hasEnded) change({ hasEnded: true });
    return false;
  }
  if (shown === undefined || isEnd) shown = sessionOf;
  if (shown === sessionOf) {
    if (hasEnded) change({ hasEnded: false });
    return true;
  }
  endPage(sessionOf);
  return false;
}

/** Tells the other tabs what the server said, where they were told something else. */
function tellOtherTabs(sessionOf: string): void {
  const told = readKept(KEY);
  if (sessionOf !== NOBODY) {
    if (told !== sessionOf) keep(KEY, sessionOf);
  } else if (told !== null && told !== NOBODY) {
    // The session ended by itself, which is no sign-out: the other tabs ask the server.
    keep(KEY, null);
  }
}

/** The server refused a call because someone else is signed in, or no one is. */
export function noteRefusal(sessionOf: string): void {
  // The page itself may have signed someone in while the call was on its way.
  if (sessionOf === shown || instead !== null) return;
  if (sessionOf === NOBODY || shown === undefined) ask();
  else endPage(sessionOf);
}

/** Another tab says who is signed in; null where it cannot say. */
function noteOtherTab(sessionOf: string | null): void {
  if (shown === undefined) return;
  // Nothing of a person who signed out stays on the screen, whether or not the server answers.
  if (sessionOf === NOBODY && shown !== NOBODY) endPage(NOBODY);
  else if (sessionOf !== shown || instead !== null || hasEnded) ask();
}

/** Hides a page that the browser may bring back later, until it is known who is signed in then. */
const HIDDEN = 'data-unsure';

/**
 * Hears of changes in other tabs, and has the server asked whenever the person comes back to this one.
 *
 * @param asking resolves once the server was asked, whether or not it answered
 */
export function watchPerson(asking: () => Promise<unknown>): () => void {
  const stopAsking = whenUnsure(asking);
  const page = document.documentElement;
  const watching = new AbortController();
  const { signal } = watching;
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) noteOtherTab(newValue);
  };
  const onVisible = () => {
    if (!document.hidden && shown !== undefined) void asking();
  };
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) page.setAttribute(HIDDEN, '');
  };
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    page.setAttribute(HIDDEN, '');
    if (readKept(KEY) === NOBODY) noteOtherTab(NOBODY);
    await asking();
    page.removeAttribute(HIDDEN);
  };
  window.addEventListener('storage', onStorage, { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  return () => {
    watching.abort();
    stopAsking();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is signed in instead of the person whom this page showed: an id or NOBODY; null if no one is. */
export function usePersonInstead(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => instead,
    () => null,
  );
}

/** Whether the session ended by itself, and the page waits for the same person to sign in again. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasEnded,
    () => false,
  );
}
