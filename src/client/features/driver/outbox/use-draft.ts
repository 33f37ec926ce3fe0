import { useEffect, useMemo, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readDraft, removeDraft, writeDraft } from './device-storage';

/** The key of a user's draft for a stop. */
export const draftKey = (userId: string, appointmentId: string) => `${userId}:${appointmentId}`;

/** The key of a draft that isn't about a stop. Staff have one for each driver. */
export const formDraftKey = (
  userId: string,
  form: 'walk-up' | 'spill' | 'report',
  driverId: number,
) => draftKey(userId, `${form}:${driverId}`);

/** A form's draft, with functions that save and delete it. */
export type FormDraft<Typed> = {
  key: string;
  draft: Typed | null;
  keep: (typed: Typed) => void;
  forget: () => void;
};

/**
 * The draft of a stop or a form, with functions that save and delete it. The draft is undefined
 * until it's read. Phones may close the page while the camera is open, so every change is saved.
 */
export function useDraft<Typed extends object>(key: string) {
  const [result, setResult] = useState<{ draft: Typed | null } | null>(null);
  useEffect(() => {
    let ended = false;
    readDraft<Typed>(key)
      // Without storage there's no draft.
      .catch(() => null)
      .then((draft) => ended || setResult({ draft }));
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
  return { key, draft: result?.draft, ...actions };
}

/** Fills a form with its draft and marks those fields as changed. Then saves every change. */
export function useDraftOfForm<Values extends FieldValues>(
  { getValues, setValue, watch }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'watch'>,
  { draft, keep }: FormDraft<Values>,
): void {
  useEffect(() => {
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      if (draft && name in draft) setValue(name, draft[name], { shouldDirty: true });
    }
    const { unsubscribe } = watch(() => keep(getValues()));
    return unsubscribe;
  }, [getValues, setValue, watch, draft, keep]);
}

/** Deletes the draft of a stop whose figures the server or staff have. */
export const forgetDraft = (userId: string, appointmentId: string) =>
  forget(draftKey(userId, appointmentId));

function forget(key: string): void {
  void removeDraft(key).catch(() => {});
}
