/** The words of a question; what would be lost stands in the form's own description. */
export type LosingQuestion = { title: string; confirmLabel: string };

/** Asks the person; resolves with whether they go on. */
type Ask = (question: LosingQuestion) => Promise<boolean>;

/** How each form of this page with unsaved work asks. */
const forms = new Set<Ask>();

/** Has a form with unsaved work ask before it is lost, until the returned function is called. */
export function onLosing(ask: Ask): () => void {
  forms.add(ask);
  return () => forms.delete(ask);
}

/** Whether something typed on this page would be lost. */
export const hasUnsavedWork = () => forms.size > 0;

/**
 * Asks for each form of this page with unsaved work, before it is lost without a step of the history.
 * Resolves with whether the person goes on: at once with true where nothing would be lost.
 */
export async function mayLose(question: LosingQuestion): Promise<boolean> {
  for (const ask of [...forms]) if (!(await ask(question))) return false;
  return true;
}
