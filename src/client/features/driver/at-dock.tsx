import { useState } from 'react';
import { Button } from '@/client/components/button';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import type { ShownDay } from './day/driver-day';
import type { PerformAction } from './outbox/perform-action';
import { SpillDialog } from './reports/spill-dialog';
import { WalkUpDialog } from './stop/walk-up-dialog';

type AtDockProps = { day: ShownDay; userId: string; perform: PerformAction };

/** Actions at a dock that aren't about a planned stop. */
export function AtDock({ day, userId, perform }: AtDockProps) {
  const [shown, setShown] = useState<'walk-up' | 'spill' | null>(null);
  const close = () => setShown(null);
  const open = (which: 'walk-up' | 'spill') => {
    // A toast would cover the first field, so it's dismissed.
    dismissToast();
    setShown(which);
  };
  const dialog = { day, userId, perform, onClose: close };
  // Days stored by older builds don't have prices.
  if (!day.walkUps) return null;
  return (
    <Panel title="At the dock" className="mt-6">
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" size="lg" icon="plus" onClick={() => open('walk-up')}>
          Walk-up
        </Button>
        <Button variant="quiet" size="lg" icon="waves" onClick={() => open('spill')}>
          Report Spill
        </Button>
      </div>
      {shown === 'walk-up' ? <WalkUpDialog {...dialog} /> : null}
      {shown === 'spill' ? <SpillDialog {...dialog} /> : null}
    </Panel>
  );
}
