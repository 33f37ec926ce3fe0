import { type ReactNode, useEffect, useId } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button, type ButtonSize } from '@/client/components/button';
import type { CheckedForm } from '@/client/components/form/use-checked-form';
import { useLeaveQuestion } from './confirm-dialog';
import { Dialog, type DialogSize } from './dialog';

type FormDialogProps<Values extends FieldValues, Checked> = {
  form: CheckedForm<Values, Checked>;
  title: ReactNode;
  description?: ReactNode;
  size?: DialogSize;
  submitLabel: ReactNode;
  /** On the button while the call is under way: "Saving…". */
  busyText?: string;
  cancelLabel?: string;
  /** A red button, and focus starts on the way back: something is lost. */
  danger?: boolean;
  /** One more button, before Cancel and Submit. */
  otherAction?: ReactNode;
  /** Nothing can be sent yet, such as while a photo is prepared. */
  disabled?: boolean;
  /** What is in the way, in a red box; the error of the call stands before it. */
  alert?: ReactNode;
  /** False where even a form that is still as it was opened is not closed by a stray click. */
  backdropCloses?: boolean;
  buttonSize?: ButtonSize;
  /** The text of the question before leaving, in place of the usual one. */
  leaveQuestion?: { title: string; description: string };
  onClose: () => void;
  /** The layout of the fields; a column by default. */
  className?: string;
  children: ReactNode;
};

/**
 * The one frame of a form in a dialog: its fields, the error of the call, Cancel and Submit. While
 * the call is under way nothing closes it, and typed work is not lost without a question, of the
 * browser's own where the page is left. Parts of the form may use `useFormContext`.
 */
export function FormDialog<Values extends FieldValues, Checked>(
  props: FormDialogProps<Values, Checked>,
) {
  const { form, title, description, size = 'sm', danger = false, buttonSize } = props;
  const { isSubmitting, isDirty } = form.formState;
  const { leave, leaveDialog } = useLeaveQuestion(isDirty, props.onClose, props.leaveQuestion);
  const formId = useId();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <Dialog
      open
      size={size}
      title={title}
      description={description}
      alert={form.errors.root?.message ?? props.alert}
      dismissible={!isSubmitting}
      backdropCloses={props.backdropCloses}
      onClose={leave}
      footer={
        <>
          {props.otherAction}
          <Button
            variant="quiet"
            size={buttonSize}
            data-autofocus={danger || undefined}
            disabled={isSubmitting}
            onClick={leave}
          >
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'main'}
            size={buttonSize}
            busy={isSubmitting}
            busyText={props.busyText}
            disabled={props.disabled}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          onSubmit={form.submit}
          className={props.className ?? 'flex flex-col gap-4'}
        >
          {props.children}
        </form>
      </FormProvider>
      {leaveDialog}
    </Dialog>
  );
}
