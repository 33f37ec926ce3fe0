import { useEffect, useState } from 'react';
import { Callout } from '@/client/components/callout';
import { allQueued } from './device-actions/outboxes';

/**
 * Says that another driver's work is waiting on this device, without its content. It's sent only in that
 * driver's session.
 */
export function OthersWork({ userId }: { userId: string }) {
  const count = useOthersCount(userId);
  if (count === 0) return null;
  return (
    <Callout tone="warn" icon="offline" className="mb-5">
      {count === 1
        ? '1 action from another driver is waiting on this device. It’ll be sent when they sign in here again.'
        : `${count} actions from another driver are waiting on this device. They’ll be sent when that driver signs in here again.`}
    </Callout>
  );
}

function useOthersCount(userId: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let ended = false;
    const look = async () => {
      const all = await allQueued().catch(() => []);
      if (!ended) setCount(all.filter((one) => one.userId !== userId).length);
    };
    void look();
    document.addEventListener('visibilitychange', look);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId]);
  return count;
}
