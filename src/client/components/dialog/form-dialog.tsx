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
  /** The button's text during the call, such as "Saving…". */
  busyText?: string;
  cancelLabel?: string;
  /** Shows a red button and starts focus on Cancel, because something will be lost. */
  danger?: boolean;
  /** Another button or the total, before Cancel and Submit. It may use `useFormContext`. */
  otherAction?: ReactNode;
  /** True if the form can't be sent yet, such as while a photo is being prepared. */
  disabled?: boolean;
  /** Shows a reason why the form can't be sent. The call's error replaces it. */
  alert?: ReactNode;
  /** False if a stray click must not close even an unchanged form. */
  backdropCloses?: boolean;
  buttonSize?: ButtonSize;
  /** The question before leaving, instead of the usual one. */
  leaveQuestion?: { title: string; description: string };
  onClose: () => void;
  /** The layout of the fields, which is a column by default. */
  className?: string;
  children: ReactNode;
};

/**
 * Shows a form in a dialog with its fields, the call's error, Cancel, and Submit. Nothing closes it
 * during the call, and it asks before typed text is lost. If the person leaves the page, the
 * browser asks. Parts of the form may use `useFormContext`.
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
    <FormProvider {...form}>
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
        <form
          id={formId}
          noValidate
          onSubmit={form.submit}
          className={props.className ?? 'flex flex-col gap-4'}
        >
          {props.children}
        </form>
        {leaveDialog}
      </Dialog>
    </FormProvider>
  );
}
