import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

type Question = {
  title: ReactNode;
  description?: ReactNode;
  /** Says what will happen ("Cancel delivery"), not "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Red button: something is lost. */
  danger?: boolean;
};

type ConfirmDialogProps = Question & {
  open: boolean;
  onConfirm: () => unknown;
  onCancel: () => void;
  busy?: boolean;
  alert?: ReactNode;
  children?: ReactNode;
};

/** Asks before something is done that cannot be undone. Focus starts on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    description,
    confirmLabel,
    cancelLabel = 'Go back',
    danger,
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
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
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
 * Asking as one line: `const { confirm, confirmDialog } = useConfirm()`, put `{confirmDialog}` in
 * the screen, then `if (await confirm({ title, confirmLabel, danger: true })) …`. Answers false
 * when dismissed or when another question takes its place.
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

/**
 * Closing a form in a dialog: at once when nothing was typed, after a question otherwise. Hand
 * `leave` to whatever closes the dialog, and put `{leaveDialog}` in it.
 */
export function useLeaveQuestion(
  isDirty: boolean,
  onClose: () => void,
): { leave: () => Promise<void>; leaveDialog: ReactNode } {
  const { confirm, confirmDialog } = useConfirm();
  const leave = async () => {
    const yes =
      !isDirty ||
      (await confirm({
        title: 'Leave without saving?',
        description: 'What you changed here is not kept.',
        confirmLabel: 'Leave',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    if (yes) onClose();
  };
  return { leave, leaveDialog: confirmDialog };
}
