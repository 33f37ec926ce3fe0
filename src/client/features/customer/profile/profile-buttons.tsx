import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { toast } from '@/client/components/toast-store';
import { UNREACHABLE } from '@/client/lib/problem';
import { useMe } from '@/client/lib/session';

type Opened = (close: () => void) => ReactNode;

/** The buttons of the two profile dialogs, whose code is fetched when one opens. */
export function ProfileButtons() {
  const me = useMe();
  const [opened, setOpened] = useState<{ draw: Opened } | null>(null);
  if (!me) return null;

  const open = async (load: () => Promise<Opened>) => {
    try {
      setOpened({ draw: await load() });
    } catch {
      toast({ variant: 'destructive', title: 'Not opened', description: UNREACHABLE });
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="quiet"
        size="sm"
        icon="history"
        className="flex-1 whitespace-nowrap"
        onClick={() =>
          open(async () => {
            const { HistoryDialog } = await import('./history-dialog');
            return (close) => <HistoryDialog onClose={close} />;
          })
        }
      >
        Delivery History
      </Button>
      <Button
        variant="quiet"
        size="sm"
        icon="user"
        className="flex-1 whitespace-nowrap"
        onClick={() =>
          open(async () => {
            const { ProfileDialog } = await import('./profile-dialog');
            return (close) => <ProfileDialog me={me} onClose={close} />;
          })
        }
      >
        Profile & Preferences
      </Button>
      {opened?.draw(() => setOpened(null))}
    </div>
  );
}
