/**
 * What became of a form's subject since it was read. A save that would overwrite it is refused, and the
 * person decides field by field (D95).
 */
import { DomainError } from './errors';

/** A value as forms and outside callers send it: gallons and dollars, a label, a name. */
export type FieldValue = string | number | boolean | null;

/** One field that another call changed: by whom and when (ms), where that is known. */
export type MeanwhileChange = {
  field: string;
  from: FieldValue;
  to: FieldValue;
  who: string | null;
  when: number | null;
};

export const CHANGED_MEANWHILE = 'This was changed meanwhile, so that nothing is saved yet.';

/**
 * The refusal of a save.
 *
 * @param version the version to send with the next save, where the subject has versions
 */
export function changedMeanwhile(changes: MeanwhileChange[], version?: number): DomainError {
  const details = { changes, ...(version !== undefined && { version }) };
  return new DomainError('changed_meanwhile', CHANGED_MEANWHILE, { details });
}
