import { useEffect, useMemo, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readDraft, removeDraft, writeDraft } from './device-storage';

/** The key of the draft of one user at one stop. */
export const draftKey = (userId: string, appointmentId: string) => `${userId}:${appointmentId}`;

/** The key of a form that is about no stop: staff write one for each driver. */
export const formDraftKey = (
  userId: string,
  form: 'walk-up' | 'spill' | 'report',
  driverId: number,
) => draftKey(userId, `${form}:${driverId}`);

/** What this device has of a form, and what keeps and forgets it. */
export type KeptDraft<Typed> = {
  key: string;
  draft: Typed | null;
  keep: (typed: Typed) => void;
  forget: () => void;
};

/**
 * The draft of a stop or a form: what this device has of it, undefined while it is looked up, and a
 * function that keeps what is typed. A phone may close the page while the camera is open.
 */
export function useDraft<Typed extends object>(key: string) {
  const [found, setFound] = useState<{ draft: Typed | null } | null>(null);
  useEffect(() => {
    let ended = false;
    readDraft<Typed>(key)
      // A browser that stores nothing has no draft.
      .catch(() => null)
      .then((draft) => ended || setFound({ draft }));
    return () => {
      ended = true;
    };
  }, [key]);
  const actions = useMemo(
    () => ({
      keep: (typed: Typed) => void writeDraft(key, { ...typed, at: Date.now() }).catch(() => {}),
      forget: () => forget(key),
    }),
    [key],
  );
  return { key, draft: found?.draft, ...actions };
}

/** Fills a form with its draft, as typed and not as saved, and keeps all that is typed from then on. */
export function useDraftOfForm<Values extends FieldValues>(
  { getValues, setValue, watch }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'watch'>,
  { draft, keep }: KeptDraft<Values>,
): void {
  useEffect(() => {
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      if (draft && name in draft) setValue(name, draft[name], { shouldDirty: true });
    }
    const { unsubscribe } = watch(() => keep(getValues()));
    return unsubscribe;
  }, [getValues, setValue, watch, draft, keep]);
}

/** Forgets the draft of a stop that the server or staff have. */
export const forgetDraft = (userId: string, appointmentId: string) =>
  forget(draftKey(userId, appointmentId));

function forget(key: string): void {
  void removeDraft(key).catch(() => {});
}
