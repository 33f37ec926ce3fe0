import type { ReactNode } from 'react';

export type ToastVariant = 'default' | 'destructive' | 'success';

export type ToastMessage = {
  title: ReactNode;
  description?: ReactNode;
  variant?: ToastVariant;
  /** How long it stays, in milliseconds; Infinity keeps it until dismissed. */
  duration?: number;
  /** One thing to do about it; the toast goes away with it. */
  action?: { label: string; onClick: () => void };
};

export type ShownToast = ToastMessage & { id: number };

export const defaultToastDuration = 5000;

/** One toast at a time, for the whole page: a new one replaces the old. */
let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message; callable from anywhere, also outside of React. Returns how to take it back. */
export function toast(message: ToastMessage): { id: number; dismiss: () => void } {
  lastId += 1;
  const id = lastId;
  show({ ...message, id });
  return { id, dismiss: () => dismissToast(id) };
}

/** Takes a toast away; with an id only if that one is still the one shown. */
export function dismissToast(id?: number) {
  if (shown && (id === undefined || shown.id === id)) show(null);
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): ShownToast | null {
  return shown;
}
