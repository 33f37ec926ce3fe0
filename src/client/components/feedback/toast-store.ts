import type { ReactNode } from 'react';

export type ToastVariant = 'default' | 'destructive' | 'success';

export type ToastMessage = {
  title: ReactNode;
  description?: ReactNode;
  variant?: ToastVariant;
  /** Milliseconds until it closes; Infinity keeps it until it is dismissed. */
  duration?: number;
  /** A button of the toast; pressing it also closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Called when it leaves: closed, timed out, or replaced by another one. */
  onGone?: () => void;
};

export type ShownToast = ToastMessage & { id: number };

export const defaultToastDuration = 5000;

/** The page shows one toast at a time: a new one replaces the old one. */
let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  const gone = shown;
  shown = next;
  for (const listener of listeners) listener();
  gone?.onGone?.();
}

/** Shows a toast, also from outside of React. Returns its id and a function that closes it. */
export function toast(message: ToastMessage): { id: number; dismiss: () => void } {
  lastId += 1;
  const id = lastId;
  show({ ...message, id });
  return { id, dismiss: () => dismissToast(id) };
}

/** Shows what was refused or failed. */
export function toastError(title: ReactNode, description?: ReactNode): void {
  toast({ variant: 'destructive', title, description });
}

/** Shows what was done. */
export function toastSuccess(title: ReactNode, description?: ReactNode): void {
  toast({ variant: 'success', title, description });
}

/** Closes the toast; with an id only while that toast is shown. */
export function dismissToast(id?: number) {
  if (shown && (id === undefined || shown.id === id)) show(null);
}

/** Calls `listener` after each change of the toast, until the function it gives back is called. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast that is shown now, or null. */
export function currentToast(): ShownToast | null {
  return shown;
}
