import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { type LosingQuestion, onLosing } from './unsaved-work';

const LEAVE: LosingQuestion = { title: 'Leave without saving?', confirmLabel: 'Leave' };

type LeaveGuardProps = {
  /** Something was typed and is not saved yet. */
  when: boolean;
  /** What would be lost: "The note you typed is not saved yet." */
  description: string;
};

type Asked = LosingQuestion & { onYes: () => void; onNo: () => void };

/** Asks before the person leaves a form on a page, closes the page or logs out, with work in it. */
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
          // The question has an entry of its own, in place of those that lay ahead.
          const { dialogs = 0 } = history.location.state;
          history.flush();
          if (by < 0) history.go(by - dialogs, { ignoreBlocker: true });
          else history[action === 'REPLACE' ? 'replace' : 'push'](href, state);
        };
        const ask = () => show({ ...LEAVE, onYes: goOn, onNo: close });
        // A step back is taken back by the router first: the entry of the question comes on top of this one.
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
      cancelLabel="Keep editing"
      onConfirm={() => asked?.onYes()}
      onCancel={() => asked?.onNo()}
    />
  );
}
