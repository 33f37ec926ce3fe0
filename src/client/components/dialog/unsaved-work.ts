/** The texts of a question. The form's own description names the unsaved work. */
export type UnsavedWorkQuestion = { title: string; confirmLabel: string };

/** Asks the person. Resolves to true if they want to continue. */
type Ask = (question: UnsavedWorkQuestion) => Promise<boolean>;

/** The questions of all forms on this page with unsaved work, one for each. */
const forms = new Set<Ask>();

/** Registers a form with unsaved work, until the returned function is called. */
export function onLosing(ask: Ask): () => void {
  forms.add(ask);
  return () => forms.delete(ask);
}

/** True if the page has unsaved work. */
export const hasUnsavedWork = () => forms.size > 0;

/**
 * Asks once for each form with unsaved work. Call it before anything other than navigation discards
 * that work.
 * @returns true if the person wants to continue, or if there's no unsaved work
 */
export async function mayLose(question: UnsavedWorkQuestion): Promise<boolean> {
  for (const ask of [...forms]) if (!(await ask(question))) return false;
  return true;
}
