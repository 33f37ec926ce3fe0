import { useSyncExternalStore } from 'react';
import { DRAFT_KEPT_MS } from '@/domain/policy';
import { getJson, setItem } from './browser-storage';
import type { Inputs } from './trpc';

export type BookRequest = Omit<Inputs['booking']['create'], 'requestId'>;

/**
 * An attempt to book. Sending the same form again keeps its request ID, so that a lost answer
 * doesn't book twice. A changed form is a new attempt.
 */
export type Attempt = {
  requestId: string;
  request: BookRequest;
  /** Null until the server has answered. */
  appointmentId: string | null;
  /** The instant when the hold expires, or null until the server has answered. */
  holdExpiresAt: number | null;
};

/**
 * This browser's draft: the typed order form, and the attempt to book it. It lasts until it's
 * booked, until Logout, or for a day. It never contains a card.
 */
export type Draft = {
  /** The customer who typed it, or null for a visitor. */
  userId: string | null;
  /** The typed fields. */
  values: Record<string, unknown>;
  promoCode: string;
  /** The guest's contact details. */
  guest: { phone: string; email: string };
  attempt: Attempt | null;
};

const KEY = 'dockside.draft';
const EMPTY: Draft = {
  userId: null,
  values: {},
  promoCode: '',
  guest: { phone: '', email: '' },
  attempt: null,
};

/** Undefined until the draft is read, and after another tab changed it. */
let draft: Draft | undefined;
/** True if the draft was typed or shown in this tab. */
let isSeenHere = false;
let isWatching = false;
const listeners = new Set<() => void>();
const forgetters = new Set<() => void>();

function read(): Draft {
  const { at, ...stored } = (getJson(KEY) ?? {}) as Partial<Draft> & { at?: unknown };
  if (typeof at === 'number' && Date.now() - at < DRAFT_KEPT_MS) return { ...EMPTY, ...stored };
  setItem(KEY, null);
  return EMPTY;
}

/** Notices when another tab changes the draft. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY && key !== null) return;
    draft = undefined;
    isSeenHere = false;
    for (const listener of listeners) listener();
  });
}

/** Returns the current draft, which may be empty. */
export function readDraft(): Draft {
  watch();
  draft ??= read();
  return draft;
}

/** Call this if the tab shows the draft to a visitor, who may continue it as a customer. */
export function noteDraftSeen(): void {
  isSeenHere = true;
}

/**
 * Assigns the draft to a customer who signed in. If someone else typed it, or a visitor in another
 * tab, this deletes it.
 */
export function claimDraft(userId: string): void {
  const { userId: typedBy } = readDraft();
  if (typedBy === userId) return;
  if (typedBy !== null || !isSeenHere) forgetDraft();
  else if (hasDraft() || readDraft().attempt) keepDraft({ userId });
}

/** Deletes a visitor's draft, unless a customer has continued it. */
export function forgetVisitorsDraft(): void {
  if (readDraft().userId === null) forgetDraft();
}

/** True if something was typed. */
export function hasDraft(): boolean {
  return Object.keys(readDraft().values).length > 0 || readDraft().promoCode !== '';
}

/** Changes parts of the draft. */
export function keepDraft(change: Partial<Draft>): void {
  draft = { ...readDraft(), ...change };
  isSeenHere = true;
  setItem(KEY, JSON.stringify({ ...draft, at: Date.now() }));
  for (const listener of listeners) listener();
}

/** Deletes the draft and empties its form. */
export function forgetDraft(): void {
  draft = EMPTY;
  setItem(KEY, null);
  for (const listener of [...listeners, ...forgetters]) listener();
}

/** Deletes the draft if its appointment was booked elsewhere on the page. */
export function forgetDraftOf(appointmentId: string): void {
  if (readDraft().attempt?.appointmentId === appointmentId) forgetDraft();
}

/** Drops the attempt of a cancelled appointment. The typed order stays. */
export function forgetAttemptOf(appointmentId: string): void {
  if (readDraft().attempt?.appointmentId === appointmentId) keepDraft({ attempt: null });
}

/** Calls back when the draft is deleted, until the returned function is called. */
export function onDraftForgotten(listener: () => void): () => void {
  forgetters.add(listener);
  return () => forgetters.delete(listener);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns this browser's current attempt to book, or null in the server's HTML. */
export function useAttempt(): Attempt | null {
  return useSyncExternalStore(
    subscribe,
    () => readDraft().attempt,
    () => null,
  );
}
