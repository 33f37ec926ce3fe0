/**
 * The person this page shows, and whether someone else has signed in in another tab. Every call
 * names the page's person, and the server refuses it in any other session. So a page can't send one
 * person's data in another person's session.
 */
import { useSyncExternalStore } from 'react';
import { NOBODY } from '@/domain/account/page-person';
import { getItem, setItem } from './browser-storage';

/** Shares with the other tabs who is signed in: an id, or NOBODY after a sign-out. */
const KEY = 'dockside.session-of';

/** An id, NOBODY for a visitor, undefined until the server has answered. */
let shown: string | undefined;
/**
 * The person who is signed in instead, or null while the page shows the right one. Once set, it
 * stays.
 */
let instead: string | null = null;
/** The number of screens that keep their work if the session expires. */
let waiting = 0;
/** True if the session expired, and one of those screens waits for the same person. */
let hasEnded = false;
const listeners = new Set<() => void>();
const askers = new Set<() => unknown>();

/** Returns this page's person, as calls name them, or undefined until it's known. */
export const pageOf = (): string | undefined => shown;

/** Returns the last person known to be signed in on this browser, or null if no one is. */
export function lastPerson(): string | null {
  const sessionOf = getItem(KEY);
  return sessionOf === NOBODY ? null : sessionOf;
}

/** True if someone other than this page's person is signed in now. */
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

/**
 * Calls `asking` whenever the page must ask the server who is signed in. Returns a function that
 * ends this.
 */
export function whenUnsure(asking: () => unknown): () => void {
  askers.add(asking);
  return () => askers.delete(asking);
}

/** A call of this page began or ended a session, so the page continues with that person. */
export function noteOwnSession(sessionOf: string): void {
  setItem(KEY, sessionOf);
  const isOther = hasEnded && sessionOf !== shown;
  if (instead !== null || isOther) {
    endPage(sessionOf);
    return;
  }
  shown = sessionOf;
  if (hasEnded) change({ hasEnded: false });
}

/** Keeps the page for its person if the session expires, until the returned function is called. */
export function waitForPerson(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    if (waiting > 0 || !hasEnded) return;
    change({ hasEnded: false });
    ask();
  };
}

/** Clears the other tabs after a sign-out that hasn't reached the server yet. */
export function noteLateSignOut(): void {
  setItem(KEY, NOBODY);
}

/**
 * The server answered who is signed in. After an expired session, the page becomes a visitor's, or
 * waits.
 *
 * @param askedAs the page's person when the call was sent, or null if it wasn't known
 * @returns false if the page shows someone else, so that it must not use the answer
 */
export function noteAnswer(sessionOf: string, askedAs: string | null = shown ?? null): boolean {
  // Since the page asked, it has signed someone in or out itself, so the answer is out of date.
  if (askedAs !== (shown ?? null) && sessionOf !== shown) return false;
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

/** Shares the server's answer with the other tabs if they know a different one. */
function tellOtherTabs(sessionOf: string): void {
  const shared = getItem(KEY);
  if (sessionOf !== NOBODY) {
    if (shared !== sessionOf) setItem(KEY, sessionOf);
  } else if (shared !== null && shared !== NOBODY) {
    // The session has expired. That isn't a sign-out, so the other tabs ask the server.
    setItem(KEY, null);
  }
}

/** The server refused a call because someone else is signed in, or no one is. */
export function noteRefusal(sessionOf: string): void {
  // After this page sent the call, it may have signed someone in itself.
  if (sessionOf === shown || instead !== null) return;
  if (sessionOf === NOBODY || shown === undefined) ask();
  else endPage(sessionOf);
}

/** Another tab shared who is signed in. Null means that it doesn't know. */
function noteOtherTab(sessionOf: string | null): void {
  if (shown === undefined) return;
  // After a sign-out, the screen is cleared even if the server doesn't answer.
  if (sessionOf === NOBODY && shown !== NOBODY) endPage(NOBODY);
  else if (sessionOf !== shown || instead !== null || hasEnded) ask();
}

/** Hides a page that the browser restores for Back, until the page knows who is signed in. */
const HIDDEN = 'data-unsure';
/** On a slow connection, a restored page is shown after this time without an answer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Listens to the other tabs, and asks the server whenever the person returns to this one.
 *
 * @param asking resolves when the call is over, even if it failed
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
    const shared = getItem(KEY);
    if (shared !== null && shown !== undefined && shared !== shown) endPage(shared);
    const late = new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
    await Promise.race([asking(), late]);
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

/**
 * @returns the ID of the person who is signed in instead, NOBODY after a sign-out, or null if
 *   nothing changed
 */
export function usePersonInstead(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => instead,
    () => null,
  );
}

/** True if the session expired and the page waits for the same person to sign in again. */
export function useHasEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasEnded,
    () => false,
  );
}
