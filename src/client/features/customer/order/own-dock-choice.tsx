import { DockChoice } from '@/client/appointment/boat-and-dock-choice';
import { Callout } from '@/client/components/feedback/callout';
import { ofDock } from './first-choice';
import type { BoatsAndDocks } from './use-boats-and-docks';

/** Lets a customer select one of their docks, and warns about one outside the service area. */
export function OwnDockChoice({ account: { docks, dock } }: { account: BoatsAndDocks }) {
  return (
    <>
      <DockChoice rows={docks} valuesOf={ofDock} columns={2} />
      {dock?.areaNotice ? (
        <Callout tone="warn" className="mt-2" live>
          {dock.areaNotice}
        </Callout>
      ) : null}
    </>
  );
}
