import { useBlocker } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { ConfirmDialog } from './confirm-dialog';

/** The guards on this page that hold work which is not saved. */
const unsaved = new Set<string>();

/** Whether something typed on this page would be lost, so that Logout asks first. */
export const hasUnsavedWork = () => unsaved.size > 0;

type LeaveGuardProps = {
  /** Something was typed and is not saved yet. */
  when: boolean;
  /** What would be lost: "The note you typed is not saved yet." */
  description: string;
};

/** Asks before the person leaves a form on a page, or closes the page, with work in it. */
export function LeaveGuard({ when, description }: LeaveGuardProps) {
  const id = useId();
  useEffect(() => {
    if (!when) return;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [when, id]);
  const blocker = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      danger
      title="Leave without saving?"
      description={description}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
