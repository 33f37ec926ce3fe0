import { useEffect, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { useOnline } from '@/client/lib/connection';

const BACK_ONLINE_SHOWN_MS = 3000;

/**
 * A strip at the top of the page while there is no connection, and for a moment after it is back.
 * `unreachable` means that Dockside does not answer although there is a connection.
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
    ? 'You are offline. What you see may be out of date; it refreshes when the connection is back.'
    : unreachable
      ? 'Dockside does not answer at the moment. Trying again…'
      : 'You are back online.';
  return (
    // Sticky and in the flow, so that it pushes the page down and does not cover the header.
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
