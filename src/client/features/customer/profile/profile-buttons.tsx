import { useState } from 'react';
import { Button } from '@/client/components/button';
import { toastNotFetched } from '@/client/components/toast-failure';
import { useLoadedCode } from '@/client/lib/loaded-code';
import { useMe } from '@/client/lib/session';

const loadHistory = () => import('./history-dialog').then((module) => module.HistoryDialog);
const loadProfile = () => import('./profile-dialog').then((module) => module.ProfileDialog);

/** The buttons of the two profile dialogs, whose code is fetched when one opens. */
export function ProfileButtons() {
  const me = useMe();
  const history = useLoadedCode(loadHistory);
  const profile = useLoadedCode(loadProfile);
  const [opened, setOpened] = useState<'history' | 'profile' | null>(null);
  if (!me) return null;

  const open = (dialog: 'history' | 'profile') => async () => {
    const { fetchCode } = dialog === 'history' ? history : profile;
    if (await fetchCode()) setOpened(dialog);
    else toastNotFetched('Not opened');
  };
  const close = () => setOpened(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="quiet"
        size="sm"
        icon="history"
        className="flex-1 whitespace-nowrap"
        onClick={open('history')}
      >
        Delivery History
      </Button>
      <Button
        variant="quiet"
        size="sm"
        icon="user"
        className="flex-1 whitespace-nowrap"
        onClick={open('profile')}
      >
        Profile & Preferences
      </Button>
      {opened === 'history' && history.Component ? <history.Component onClose={close} /> : null}
      {opened === 'profile' && profile.Component ? (
        <profile.Component me={me} onClose={close} />
      ) : null}
    </div>
  );
}
