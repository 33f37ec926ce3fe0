import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
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
  const { history } = useRouter();
  /** Makes the step that was stopped; null while no question is open. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!when) return;
    unsaved.add(id);
    let isLeaving = false;
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (isLeaving) return false;
        const { href, state } = nextLocation;
        const isStep = action !== 'PUSH' && action !== 'REPLACE';
        const by = isStep ? state.__TSR_index - currentLocation.state.__TSR_index : 0;
        const goOn = () => {
          isLeaving = true;
          const stop = history.subscribe(() => {
            stop();
            isLeaving = false;
            setLeave(null);
          });
          // The question has an entry of its own, in place of those that lay ahead.
          const { dialogs = 0 } = history.location.state;
          history.flush();
          if (by < 0) history.go(by - dialogs, { ignoreBlocker: true });
          else history[action === 'REPLACE' ? 'replace' : 'push'](href, state);
        };
        const ask = () => setLeave(() => goOn);
        // A step back is taken back by the router first: the entry of the question comes on top of this one.
        if (isStep) window.addEventListener('popstate', ask, { once: true });
        else ask();
        return true;
      },
    });
    return () => {
      unsaved.delete(id);
      unblock();
    };
  }, [when, id, history]);
  return (
    <ConfirmDialog
      open={leave !== null}
      danger
      title="Leave without saving?"
      description={description}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => leave?.()}
      onCancel={() => setLeave(null)}
    />
  );
}
