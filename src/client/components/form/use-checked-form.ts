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
   * Makes the call. The field that the server names shows the error of a failed call; else the whole
   * form shows it.
   */
  send: (checked: Checked) => unknown;
  /** Called when the form breaks a rule. Its fields show the errors; a toast may say more. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Tells a failed call in place of the error of the whole form. `field` shows the error too. */
  onFailed?: (problem: Problem, field: FieldPath<Values> | null, error: unknown) => void;
};

/** A form that `Form` and `FormDialog` draw. */
export type CheckedForm<Values extends FieldValues, Checked = Values> = UseFormReturn<
  Values,
  unknown,
  Checked
> & {
  errors: FieldErrors<Values>;
  /** Checks and sends. Resolves when both are done, in every case. */
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

/**
 * react-hook-form with a resolver, and with one way to send and to show errors. Forms whose schema is
 * there at once use `useZodForm`.
 */
export function useCheckedForm<Values extends FieldValues, Checked>(
  resolver: Resolver<Values, unknown, Checked>,
  { send, onInvalid, onFailed, ...options }: FormOptions<Values, Checked>,
): CheckedForm<Values, Checked> {
  const form = useForm<Values, unknown, Checked>({
    ...options,
    resolver,
    // react-hook-form focuses in the order of the code, useFocusOnError in the order of the screen.
    shouldFocusError: false,
  });
  const node = useFocusOnError(form.formState.submitCount);
  // A second Enter can arrive before React has drawn the busy button.
  const sending = useRef(false);

  const attempt = async (checked: Checked) => {
    try {
      await send(checked);
    } catch (error) {
      const problem = problemOf(error);
      const field = fieldOf(problem, form.getValues());
      if (field !== null) form.setError(field, { message: problem.message });
      else if (!onFailed) form.setError('root', { message: problem.message });
      onFailed?.(problem, field, error);
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    // React passes the events of a dialog on to the form that opened it.
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

/** Takes what a password manager has put into a field without an event, which the form can't notice. */
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

/** Focuses the first field with an error after every submit. The returned ref takes the form's element. */
function useFocusOnError(submitCount: number) {
  const node = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    const field = node.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
    if (field) focusEvenFolded(field);
  }, [submitCount]);
  return node;
}

/** The field of the form that a problem is about; null when it is about none of them. */
function fieldOf<Values extends FieldValues>({ field }: Problem, values: Values) {
  return field !== null && field in values ? (field as FieldPath<Values>) : null;
}
