import { useEffect, useState } from 'react';
import { Button } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import {
  type PushScope,
  type PushState,
  readPushState,
  sendTestPush,
  turnOffPush,
  turnOnPush,
} from './push-browser';

type PushSettingsProps = { scope: PushScope; about: string };

const TEXTS: Record<Exclude<PushState, 'off' | 'on'>, string> = {
  unsupported: 'This browser can’t show notifications.',
  install:
    'On an iPhone or iPad, add this page to your home screen first: Share, then Add to Home Screen. Then open it from there.',
  blocked:
    'Notifications are blocked for this site. Allow them in your browser’s site settings, then reload this page.',
};

/** Turns notifications on and off in this browser. */
export function PushSettings({ scope, about }: PushSettingsProps) {
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    readPushState(scope)
      .then(setState)
      .catch(() => setState('off'));
  }, [scope]);
  const change = async (act: (scope: PushScope) => Promise<PushState>) => {
    setIsBusy(true);
    try {
      setState(await act(scope));
    } catch (error) {
      toastError('Notifications Not Changed', problemOf(error).message);
    }
    setIsBusy(false);
  };
  const test = async () => {
    setIsBusy(true);
    try {
      if (await sendTestPush(scope)) toastSuccess('Test Sent', 'It should appear in a moment.');
      else toastError('Test Not Sent', 'The notification service didn’t answer. Try again later.');
    } catch (error) {
      toastError('Test Not Sent', problemOf(error).message);
      setState('off');
    }
    setIsBusy(false);
  };
  if (state === null) return null;
  if (state !== 'off' && state !== 'on') return <p className="text-muted">{TEXTS[state]}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {state === 'on' ? `On. ${about}` : about} Notifications stop when you sign out.
      </p>
      <div className="flex flex-wrap gap-3">
        {state === 'off' ? (
          <Button variant="quiet" size="lg" busy={isBusy} onClick={() => change(turnOnPush)}>
            Turn On Notifications
          </Button>
        ) : (
          <>
            <Button variant="quiet" size="lg" busy={isBusy} onClick={test}>
              Send a Test
            </Button>
            <Button variant="quiet" size="lg" busy={isBusy} onClick={() => change(turnOffPush)}>
              Turn Off
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
