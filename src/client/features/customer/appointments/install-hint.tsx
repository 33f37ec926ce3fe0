import { useState } from 'react';
import { Button } from '@/client/components/button';
import { getItem, setItem } from '@/client/lib/browser-storage';

/** Chromium's offer to install the page, which isn't part of TypeScript's types. */
export type InstallOffer = Event & { prompt: () => Promise<unknown> };

declare global {
  interface Window {
    /** Set by main.tsx, because the offer comes before this code is loaded. */
    installOffer?: InstallOffer | undefined;
  }
}

const KEY = 'dockside.install-hint';

/** iPhones can't ask. Their pages only have this property, which is true once they're installed. */
const isSafariPhone = () => (navigator as { standalone?: boolean }).standalone === false;

/** Returns how this browser installs the page, or null if it can't or the person declined. */
function wayToInstall(): 'button' | 'share menu' | null {
  if (getItem(KEY) !== null || matchMedia('(display-mode: standalone)').matches) return null;
  if (window.installOffer) return 'button';
  return isSafariPhone() ? 'share menu' : null;
}

/** Suggests installing the page as an app. The first answer is final. */
export function InstallHint() {
  const [way, setWay] = useState(wayToInstall);
  if (!way) return null;
  const close = () => {
    setItem(KEY, 'answered');
    setWay(null);
  };
  const install = async () => {
    close();
    await window.installOffer?.prompt();
    window.installOffer = undefined;
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <p className="min-w-[min(100%,12rem)] flex-1">
        {way === 'button'
          ? 'Keep your deliveries on your home screen.'
          : 'To keep your deliveries on your home screen, tap Share, then “Add to Home Screen”.'}
      </p>
      <span className="flex flex-wrap gap-2">
        {way === 'button' ? (
          <Button size="sm" variant="quiet" onClick={() => void install()}>
            Install
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" onClick={close}>
          Don’t Show Again
        </Button>
      </span>
    </div>
  );
}
