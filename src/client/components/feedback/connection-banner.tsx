import { useEffect, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { useOnline } from '@/client/lib/connection';

const BACK_ONLINE_SHOWN_MS = 3000;

/**
 * Shows a strip at the top of the page while there's no connection, and briefly after it returns.
 *
 * @param unreachable true if Dockside doesn't answer although there's a connection
 */
export function ConnectionBanner({ unreachable = false }: { unreachable?: boolean }) {
  const online = useOnline();
  const broken = !online || unreachable;
  const [wasBroken, setWasBroken] = useState(false);
  useEffect(() => {
    if (broken) {
      setWasBroken(true);
      return;
    }
    const timer = setTimeout(() => setWasBroken(false), BACK_ONLINE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [broken]);

  const text = !online
    ? 'You’re offline. This page may be out of date. It’ll refresh when you’re back online.'
    : unreachable
      ? 'We can’t reach our server right now. Trying again…'
      : 'You’re back online.';
  return (
    // The strip is sticky, but it takes space, so it pushes the page down instead of covering the
    // header.
    <div role="status" className="sticky top-0 z-30">
      {broken || wasBroken ? (
        <p
          className={classNames(
            'connection-strip tone flex items-center justify-center gap-2.5 border-b px-4 py-2.5 text-center text-[0.95rem] font-medium',
            broken ? 'tone-orange' : 'tone-green',
          )}
        >
          <Icon name={broken ? 'offline' : 'check-circle'} size={20} />
          {text}
        </p>
      ) : null}
    </div>
  );
}
