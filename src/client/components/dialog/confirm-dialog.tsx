import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from './dialog';

type Question = {
  title: ReactNode;
  description?: ReactNode;
  /** Names what will happen ("Cancel delivery"), not "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Draws a red button, because something is lost. */
  danger?: boolean;
};

type ConfirmDialogProps = Question & {
  open: boolean;
  onConfirm: () => unknown;
  onCancel: () => void;
  /** False while something is missing for it. */
  canConfirm?: boolean;
  busy?: boolean;
  alert?: ReactNode;
  children?: ReactNode;
};

/** Asks before an action that cannot be undone. Focus starts on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    description,
    confirmLabel,
    cancelLabel = 'Go back',
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
 * A question in one line: `const { confirm, confirmDialog } = useConfirm()`, put `{confirmDialog}` in
 * the screen, then `if (await confirm({ title, confirmLabel, danger: true })) …`. Resolves with false
 * when the dialog is dismissed or another question replaces it.
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
  description: 'What you changed here is not kept.',
};

/**
 * Closes a form in a dialog: at once when nothing was typed, after a question otherwise. Hand
 * `leave` to everything that closes the dialog, and put `{leaveDialog}` in it.
 */
export function useLeaveQuestion(
  isDirty: boolean,
  onClose: () => void,
  question: { title: string; description: string } = LEAVE_QUESTION,
): { leave: () => Promise<void>; leaveDialog: ReactNode } {
  const { confirm, confirmDialog } = useConfirm();
  const leave = async () => {
    const yes =
      !isDirty ||
      (await confirm({
        ...question,
        confirmLabel: 'Leave',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    if (yes) onClose();
  };
  return { leave, leaveDialog: confirmDialog };
}
