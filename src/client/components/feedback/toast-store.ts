import type { ReactNode } from 'react';

export type ToastVariant = 'default' | 'destructive' | 'success';

export type ToastMessage = {
  title: ReactNode;
  description?: ReactNode;
  variant?: ToastVariant;
  /** How many milliseconds the toast stays. Infinity keeps it until it's dismissed. */
  duration?: number;
  /** A button in the toast. Pressing it also closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Called when the toast is closed, times out, or is replaced. */
  onGone?: () => void;
};

export type ShownToast = ToastMessage & { id: number };

export const defaultToastDuration = 5000;

/** The page shows one toast at a time. A new one replaces the old one. */
let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  const gone = shown;
  shown = next;
  for (const listener of listeners) listener();
  gone?.onGone?.();
}

/** Shows a toast, even from outside React. Returns its ID and a function that closes it. */
export function toast(message: ToastMessage): { id: number; dismiss: () => void } {
  lastId += 1;
  const id = lastId;
  show({ ...message, id });
  return { id, dismiss: () => dismissToast(id) };
}

/** Shows a toast about a refusal or a failure. */
export function toastError(title: ReactNode, description?: ReactNode): void {
  toast({ variant: 'destructive', title, description });
}

/** Shows a toast about a success. */
export function toastSuccess(title: ReactNode, description?: ReactNode): void {
  toast({ variant: 'success', title, description });
}

/** Closes the toast. With an ID, it closes only that toast. */
export function dismissToast(id?: number) {
  if (shown && (id === undefined || shown.id === id)) show(null);
}

/** Calls `listener` after each change of the toast, until the returned function is called. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current toast, or null. */
export function currentToast(): ShownToast | null {
  return shown;
}
