import { useEffect, useRef } from 'react';
import { isOnline } from '@/client/lib/connection';
import { findOwnPosition } from '@/client/lib/own-position';
import { api } from '@/client/lib/trpc';
import { metresBetween, type Position } from '@/domain/route/distance';

/** A fix that is coarser than this does not tell where a dock is. */
const MAX_ACCURACY_M = 100;
/** A completion records the dock's position only from a fix that is newer than this. */
const MAX_AGE_MS = 2 * 60_000;
/** En route the device reports a move of at least this distance, at most this often. */
const REPORT_MOVE_M = 150;
const REPORT_EVERY_MS = 60_000;

type Fix = Position & { accuracy: number; at: number };

let last: Fix | null = null;

function remember({ coords, timestamp }: GeolocationPosition): Fix {
  const { latitude, longitude, accuracy } = coords;
  last = { latitude, longitude, accuracy, at: timestamp };
  return last;
}

/** The last position, if it is recent and exact enough; null otherwise. Does not read a new one. */
export function recentPosition(): Position | null {
  if (!last || Date.now() - last.at > MAX_AGE_MS || last.accuracy > MAX_ACCURACY_M) return null;
  const { latitude, longitude } = last;
  return { latitude, longitude };
}

/** Asks the device for its position once. Rejects with a message for people. */
export const requestPosition = (): Promise<Position> => findOwnPosition().then(remember);

/**
 * Reports the driver's position to the server while a delivery is en route and the page is visible, so
 * that customers see when to expect them. It needs a permission that the driver gave before and never
 * asks for one. At other times it does not look the position up.
 */
export function useReportedPosition(isEnRoute: boolean): void {
  const reported = useRef<Fix | null>(null);

  useEffect(() => {
    if (!isEnRoute || !navigator.geolocation || !navigator.permissions) return;
    let watch: number | null = null;
    let ended = false;

    const report = (found: GeolocationPosition) => {
      const fix = remember(found);
      const before = reported.current;
      const isWorthReporting =
        !before ||
        (fix.at - before.at >= REPORT_EVERY_MS && metresBetween(before, fix) >= REPORT_MOVE_M);
      if (!isWorthReporting || !isOnline()) return;
      reported.current = fix;
      const { latitude, longitude } = fix;
      // An old position is worth nothing later, so a failed report is not queued.
      api.driver.setPosition.mutate({ latitude, longitude }).catch(() => {});
    };
    const stop = () => {
      if (watch !== null) navigator.geolocation.clearWatch(watch);
      watch = null;
    };
    const start = async () => {
      stop();
      if (document.hidden) return;
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      if (ended || document.hidden || watch !== null || state !== 'granted') return;
      watch = navigator.geolocation.watchPosition(report, () => {}, {
        enableHighAccuracy: true,
        maximumAge: 30_000,
      });
    };
    const onVisibility = () => void start().catch(() => {});
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      ended = true;
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [isEnRoute]);
}
