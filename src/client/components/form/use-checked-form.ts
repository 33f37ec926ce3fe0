import { type FormEvent, useEffect, useRef } from 'react';
import {
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { focusEvenFolded } from '@/client/components/fold';
import { type Problem, problemOf } from '@/client/lib/problem';

export type FormOptions<Values extends FieldValues, Checked> = Pick<
  UseFormProps<Values>,
  'defaultValues' | 'values' | 'mode' | 'resetOptions'
> & {
  /**
   * Makes the call. If it fails, the field that the server names shows the error, or else the whole
   * form does.
   */
  send: (checked: Checked) => unknown;
  /**
   * Called if a field is invalid. The fields already show the errors, but a toast may explain more.
   */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Shows another person's changes instead of an error, if they made the call fail. */
  conflict?: { notice(problem: Problem): boolean };
  /**
   * Reports a failed call, instead of an error in the form. If the problem is about a field, that
   * field still shows it.
   */
  onFailed?: (problem: Problem, field: FieldPath<Values> | null, error: unknown) => void;
};

/** A form that `Form` and `FormDialog` render. */
export type CheckedForm<Values extends FieldValues, Checked = Values> = UseFormReturn<
  Values,
  unknown,
  Checked
> & {
  errors: FieldErrors<Values>;
  /** Checks and sends the form. Never rejects. */
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

/**
 * Adds one way to send a form and show its errors to react-hook-form. Use `useZodForm` instead,
 * unless the schema is loaded later.
 */
export function useCheckedForm<Values extends FieldValues, Checked>(
  resolver: Resolver<Values, unknown, Checked>,
  { send, onInvalid, conflict, onFailed, ...options }: FormOptions<Values, Checked>,
): CheckedForm<Values, Checked> {
  const form = useForm<Values, unknown, Checked>({
    ...options,
    resolver,
    // react-hook-form would focus the first invalid field in the order of the code.
    // `useFocusOnError` uses the order on screen.
    shouldFocusError: false,
  });
  const node = useFocusOnError(form.formState.submitCount);
  // A second Enter may come before React disables the button.
  const sending = useRef(false);

  const attempt = async (checked: Checked) => {
    try {
      await send(checked);
    } catch (error) {
      const problem = problemOf(error);
      const field = fieldOf(problem, form.getValues());
      if (field !== null) form.setError(field, { message: problem.message });
      if (conflict?.notice(problem)) return;
      if (field === null && !onFailed) form.setError('root', { message: problem.message });
      onFailed?.(problem, field, error);
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    // Through React, a submit event inside a dialog also reaches the form that opened the dialog.
    event.stopPropagation();
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    node.current = event.currentTarget;
    takeSilentFill(form, event.currentTarget);
    try {
      await form.handleSubmit(attempt, onInvalid)(event);
    } finally {
      sending.current = false;
    }
  };

  return { ...form, errors: form.formState.errors, submit };
}

/** Copies values into the form that a password manager entered without an event. */
function takeSilentFill<Values extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
  node: HTMLFormElement,
) {
  const fields = node.querySelectorAll<HTMLInputElement>(
    'input:not([type=radio], [type=checkbox])',
  );
  for (const { name, value } of fields) {
    const kept: unknown = name && getValues(name as FieldPath<Values>);
    if (kept === '' && name && value !== '') {
      setValue(name as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, {
        shouldDirty: true,
      });
    }
  }
}

/**
 * Focuses the first field with an error after every submit. The returned ref holds the form's
 * element.
 */
function useFocusOnError(submitCount: number) {
  const node = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    const field = node.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
    if (field) focusEvenFolded(field);
  }, [submitCount]);
  return node;
}

/** @returns the form's field that a problem is about, or null if there is none */
function fieldOf<Values extends FieldValues>({ field }: Problem, values: Values) {
  return field !== null && field in values ? (field as FieldPath<Values>) : null;
}
