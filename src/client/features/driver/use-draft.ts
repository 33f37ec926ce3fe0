import { useEffect, useMemo, useState } from 'react';
import { type Draft, readDraft, removeDraft, writeDraft } from './device-storage';

export const draftKey = (userId: string, appointmentId: string) => `${userId}:${appointmentId}`;

type Typed = Omit<Draft, 'at'>;

/**
 * The draft of a stop: what this device has of it, undefined while it is looked up, and a function
 * that keeps what is typed. A phone may close the page while the camera is open.
 */
export function useDraft(key: string) {
  const [found, setFound] = useState<{ draft: Draft | null } | null>(null);
  useEffect(() => {
    let ended = false;
    readDraft(key)
      // A browser that stores nothing has no draft.
      .catch(() => null)
      .then((draft) => ended || setFound({ draft }));
    return () => {
      ended = true;
    };
  }, [key]);
  const keep = useMemo(
    () => (typed: Typed) => void writeDraft(key, { ...typed, at: Date.now() }).catch(() => {}),
    [key],
  );
  return { draft: found?.draft, keep };
}

/** Forgets the draft of a stop that the server or staff have. */
export function forgetDraft(userId: string, appointmentId: string): void {
  void removeDraft(draftKey(userId, appointmentId)).catch(() => {});
}
