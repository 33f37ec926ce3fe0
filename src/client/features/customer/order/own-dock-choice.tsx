import { DockChoice } from '@/client/appointment/boat-and-dock-choice';
import { Callout } from '@/client/components/feedback/callout';
import { beyondAreaText } from '@/domain/route/service-area';
import { ofDock } from './first-choice';
import type { BoatsAndDocks } from './use-boats-and-docks';

/** The docks of the account, one tap each; one beyond the service area says so. */
export function OwnDockChoice({ account: { docks, dock } }: { account: BoatsAndDocks }) {
  const beyond = dock && beyondAreaText(dock);
  return (
    <>
      <DockChoice rows={docks} valuesOf={ofDock} columns={2} />
      {beyond ? (
        <Callout tone="warn" className="mt-2" live>
          {beyond}. You can book, and we tell you whether we can come.
        </Callout>
      ) : null}
    </>
  );
}
