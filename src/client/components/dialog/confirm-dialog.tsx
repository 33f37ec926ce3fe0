import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from './dialog';

type Question = {
  title: ReactNode;
  description?: ReactNode;
  /** Repeats the verb of the title, such as "Cancel Delivery". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Shows a red button, for an action that loses something. */
  danger?: boolean;
};

type ConfirmDialogProps = Question & {
  open: boolean;
  onConfirm: () => unknown;
  onCancel: () => void;
  /** False until everything that's required is filled in. */
  canConfirm?: boolean;
  busy?: boolean;
  alert?: ReactNode;
  children?: ReactNode;
};

/** Asks before an action that can't be undone. Focus starts on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    description,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    canConfirm = true,
    busy = false,
  } = props;
  return (
    <Dialog
      open={open}
      size="sm"
      title={title}
      description={description}
      onClose={props.onCancel}
      dismissible={!busy}
      alert={props.alert}
      footer={
        <>
          <Button variant="quiet" data-autofocus onClick={props.onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            disabled={!canConfirm}
            busy={busy}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}

/**
 * Asks a question in one line: `if (await confirm({ title, confirmLabel, danger: true })) …`. The
 * screen renders `confirmDialog`. `confirm` resolves to false if the dialog is dismissed or another
 * question replaces it.
 */
export function useConfirm(): {
  confirm: (question: Question) => Promise<boolean>;
  confirmDialog: ReactNode;
} {
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const settle = useRef<((answer: boolean) => void) | null>(null);

  const answer = useCallback((yes: boolean) => {
    setOpen(false);
    settle.current?.(yes);
    settle.current = null;
  }, []);
  const confirm = useCallback((next: Question) => {
    settle.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      settle.current = resolve;
    });
  }, []);

  const confirmDialog = question ? (
    <ConfirmDialog
      {...question}
      open={open}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  ) : null;
  return { confirm, confirmDialog };
}

const LEAVE_QUESTION = {
  title: 'Leave without saving?',
  description: 'Your changes won’t be saved.',
};

/**
 * Closes a dialog with a form, but first asks if the person has typed something. Whatever closes
 * the dialog calls `leave`, and the dialog renders `leaveDialog`.
 */
export function useLeaveQuestion(
  isDirty: boolean,
  onClose: () => void,
  question: { title: string; description: string } = LEAVE_QUESTION,
): { leave: () => Promise<void>; leaveDialog: ReactNode } {
  const { confirm, confirmDialog } = useConfirm();
  const leave = async () => {
    const isSure =
      !isDirty ||
      (await confirm({
        ...question,
        confirmLabel: 'Leave',
        cancelLabel: 'Keep Editing',
        danger: true,
      }));
    if (isSure) onClose();
  };
  return { leave, leaveDialog: confirmDialog };
}
