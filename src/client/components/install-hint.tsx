import { dismissInstallHint, install, useWayToInstall } from '@/client/lib/install-prompt';
import { Button } from './button';
import { Callout } from './feedback/callout';

/** Suggests to install the page as an app, until the person dismisses it for good. */
export function InstallHint() {
  const way = useWayToInstall();
  if (!way) return null;
  return (
    <Callout tone="info" title="Keep Dockside on your home screen" className="mb-5">
      {way === 'button'
        ? 'Your next delivery is one tap away.'
        : 'Tap Share, then “Add to Home Screen”. Your next delivery is one tap away.'}
      <span className="mt-3 flex flex-wrap gap-2">
        {way === 'button' ? (
          <Button size="sm" onClick={() => void install()}>
            Install
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" onClick={dismissInstallHint}>
          Don’t Show Again
        </Button>
      </span>
    </Callout>
  );
}
