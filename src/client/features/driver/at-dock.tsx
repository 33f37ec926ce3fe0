import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Panel } from '@/client/components/panel';
import type { ShownDay } from './driver-day';
import type { PerformAction } from './perform-action';
import { WalkUpDialog } from './walk-up-dialog';

type AtDockProps = { day: ShownDay; perform: PerformAction };

/** What a driver may do at a dock besides the stops of the day. */
export function AtDock({ day, perform }: AtDockProps) {
  const [shown, setShown] = useState<'walk-up' | null>(null);
  const close = () => setShown(null);
  // A day that a former version stored has no prices.
  if (!day.walkUps) return null;
  return (
    <Panel title="At the Dock" className="mt-6">
      <Button variant="quiet" size="lg" icon="plus" onClick={() => setShown('walk-up')}>
        Walk-up
      </Button>
      {shown === 'walk-up' ? <WalkUpDialog day={day} perform={perform} onClose={close} /> : null}
    </Panel>
  );
}
