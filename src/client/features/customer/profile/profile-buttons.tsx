import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { useMe } from '@/client/lib/session';

const fetchHistory = fetchedCode(
  () => import('./history-dialog'),
  (one) => one.HistoryDialog,
);
const fetchProfile = fetchedCode(
  () => import('./profile-dialog'),
  (one) => one.ProfileDialog,
);

/** Opens the two profile dialogs, whose code is fetched when one opens. */
export function ProfileButtons() {
  const me = useMe();
  const history = useFetchedComponent(fetchHistory, 'History Not Opened');
  const profile = useFetchedComponent(fetchProfile, 'Profile Not Opened');
  const [opened, setOpened] = useState<'history' | 'profile' | null>(null);
  if (!me) return null;

  const open = async (dialog: 'history' | 'profile') => {
    const { fetchCode } = dialog === 'history' ? history : profile;
    if (await fetchCode()) setOpened(dialog);
  };
  const close = () => setOpened(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="quiet"
        size="sm"
        icon="history"
        className="flex-1"
        // The promise isn't returned, so that another press can try again while the error toast is
        // shown.
        onClick={() => void open('history')}
      >
        Delivery History
      </Button>
      <Button
        variant="quiet"
        size="sm"
        icon="user"
        className="flex-1"
        onClick={() => void open('profile')}
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
