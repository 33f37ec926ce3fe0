import { DockChoice } from '@/client/appointment/boat-and-dock-choice';
import { Callout } from '@/client/components/feedback/callout';
import { beyondAreaText } from '@/domain/route/service-area';
import { ofDock } from './first-choice';
import type { BoatsAndDocks } from './use-boats-and-docks';

/** Lets a customer select one of their docks, and warns about one outside the service area. */
export function OwnDockChoice({ account: { docks, dock } }: { account: BoatsAndDocks }) {
  const beyond = dock && beyondAreaText(dock);
  return (
    <>
      <DockChoice rows={docks} valuesOf={ofDock} columns={2} />
      {beyond ? (
        <Callout tone="warn" className="mt-2" live>
          {beyond}. You can still book. We’ll let you know if we can deliver there.
        </Callout>
      ) : null}
    </>
  );
}
