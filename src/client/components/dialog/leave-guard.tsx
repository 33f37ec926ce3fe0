import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { onLosing, type UnsavedWorkQuestion } from './unsaved-work';

const LEAVE: UnsavedWorkQuestion = { title: 'Leave without saving?', confirmLabel: 'Leave' };

type LeaveGuardProps = {
  /** True while the person has typed something that isn't saved yet. */
  when: boolean;
  /** The text about the unsaved work, such as "Your note isn’t saved yet." */
  description: string;
};

type Asked = UnsavedWorkQuestion & { onYes: () => void; onNo: () => void };

/** Asks before the person leaves the page, closes it, or signs out with unsaved work. */
export function LeaveGuard({ when, description }: LeaveGuardProps) {
  const { history } = useRouter();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    if (!when) return;
    const close = () => setOpen(false);
    const show = (question: Asked) => {
      setAsked(question);
      setOpen(true);
    };
    const stopAsking = onLosing(
      (question) =>
        new Promise<boolean>((resolve) => {
          const answer = (yes: boolean) => () => {
            close();
            resolve(yes);
          };
          show({ ...question, onYes: answer(true), onNo: answer(false) });
        }),
    );
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
            close();
          });
          // The question's own history entry has replaced the entries after the current one.
          const { dialogs = 0 } = history.location.state;
          history.flush();
          if (by < 0) history.go(by - dialogs, { ignoreBlocker: true });
          else history[action === 'REPLACE' ? 'replace' : 'push'](href, state);
        };
        const ask = () => show({ ...LEAVE, onYes: goOn, onNo: close });
        // The router first undoes the Back navigation. Then the question adds its entry after the current
        // one.
        if (isStep) window.addEventListener('popstate', ask, { once: true });
        else ask();
        return true;
      },
    });
    return () => {
      stopAsking();
      unblock();
    };
  }, [when, history]);
  return (
    <ConfirmDialog
      open={open}
      danger
      title={asked?.title}
      description={description}
      confirmLabel={asked?.confirmLabel ?? LEAVE.confirmLabel}
      cancelLabel="Keep Editing"
      onConfirm={() => asked?.onYes()}
      onCancel={() => asked?.onNo()}
    />
  );
}
