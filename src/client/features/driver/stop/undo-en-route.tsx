import { useEffect, useState } from 'react';
import { Button } from '@/client/components/button';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';

type UndoEnRouteProps = { delivery: Delivery; aheadMs: number | null; perform: PerformAction };

/** Returns a stop to scheduled, even without signal. The button disappears after the server's deadline. */
export function UndoEnRoute({ delivery, aheadMs, perform }: UndoEnRouteProps) {
  const { id, publicCode, undoUntil } = delivery;
  const endsAt = (undoUntil ?? 0) - (aheadMs ?? 0);
  const [isOver, setIsOver] = useState(() => endsAt <= Date.now());
  useEffect(() => {
    const left = endsAt - Date.now();
    setIsOver(left <= 0);
    const timer = setTimeout(() => setIsOver(true), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [endsAt]);
  // A day from an older build has no deadline.
  if (!undoUntil || isOver) return null;
  return (
    <Button
      variant="quiet"
      size="lg"
      block
      onClick={() => perform({ kind: 'undoEnRoute', id }, { publicCode })}
    >
      Undo En Route
    </Button>
  );
}
