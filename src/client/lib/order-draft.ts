import { useSyncExternalStore } from 'react';
import { getJson, setItem } from './browser-storage';
import type { Inputs } from './trpc';

export type BookRequest = Omit<Inputs['booking']['create'], 'requestId'>;

/**
 * An attempt to book. Its request id stays while the same form is sent again, so that a lost answer
 * books once. Another form is another attempt.
 */
export type Attempt = {
  requestId: string;
  request: BookRequest;
  /** Null until the server has answered. */
  appointmentId: string | null;
  /** Until when the appointment keeps its time slot; null until the server has answered. */
  holdExpiresAt: number | null;
};

/**
 * The draft of this browser: what is typed into the order form, and the attempt to book it. It stays
 * until it is booked, until Logout, or for a day. There is never a card in it.
 */
export type Draft = {
  /** Who typed it; null for a visitor. */
  userId: string | null;
  /** The fields of the form that were typed. */
  values: Record<string, unknown>;
  promoCode: string;
  /** How a guest is reached. */
  guest: { phone: string; email: string };
  attempt: Attempt | null;
};

const KEY = 'dockside.draft';
const KEPT_MS = 24 * 60 * 60_000;
const EMPTY: Draft = {
  userId: null,
  values: {},
  promoCode: '',
  guest: { phone: '', email: '' },
  attempt: null,
};

/** Undefined until it is read, and once another tab has changed it. */
let draft: Draft | undefined;
/** Whether the draft was typed or shown in this tab. */
let isSeenHere = false;
let isWatching = false;
const listeners = new Set<() => void>();
const forgetters = new Set<() => void>();

function read(): Draft {
  const { at, ...kept } = (getJson(KEY) ?? {}) as Partial<Draft> & { at?: unknown };
  if (typeof at === 'number' && Date.now() - at < KEPT_MS) return { ...EMPTY, ...kept };
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

/** The draft as it stands; an empty one where there is none. */
export function readDraft(): Draft {
  watch();
  draft ??= read();
  return draft;
}

/** This tab shows the draft to a visitor, who may continue it as a customer. */
export function noteDraftSeen(): void {
  isSeenHere = true;
}

/**
 * Gives the draft to a customer who signed in, or deletes it if someone else typed it, or a visitor in
 * another tab.
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

/** Whether something was typed. */
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

/** Deletes the draft, and empties the form that shows it. */
export function forgetDraft(): void {
  draft = EMPTY;
  setItem(KEY, null);
  for (const listener of [...listeners, ...forgetters]) listener();
}

/** Deletes the draft once its own appointment is booked in another place of the page. */
export function forgetDraftOf(appointmentId: string): void {
  if (readDraft().attempt?.appointmentId === appointmentId) forgetDraft();
}

/** Forgets that an appointment waits for its card, once it is cancelled; its order stays typed. */
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

/** The attempt to book that is under way in this browser; null in the first HTML. */
export function useAttempt(): Attempt | null {
  return useSyncExternalStore(
    subscribe,
    () => readDraft().attempt,
    () => null,
  );
}
