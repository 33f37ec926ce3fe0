import { useEffect, useRef } from 'react';
import { isOnline } from '@/client/lib/connection';
import { findOwnPosition } from '@/client/lib/own-position';
import { api } from '@/client/lib/trpc';
import { metresBetween, type Position } from '@/domain/route/distance';

/** If a reading is less accurate than this, it isn't used for a dock's position. */
const MAX_ACCURACY_M = 100;
/** A completion only records the dock's position if the reading is newer than this. */
const MAX_AGE_MS = 2 * 60_000;
/**
 * While en route, the device reports moves of at least this many meters, and at most one report per interval
 * below.
 */
const REPORT_MOVE_M = 150;
const REPORT_EVERY_MS = 60_000;

type Fix = Position & { accuracy: number; at: number };

let last: Fix | null = null;

function remember({ coords, timestamp }: GeolocationPosition): Fix {
  const { latitude, longitude, accuracy } = coords;
  last = { latitude, longitude, accuracy, at: timestamp };
  return last;
}

/** The last position if it's recent and accurate enough, else null. Doesn't read a new one. */
export function recentPosition(): Position | null {
  if (!last || Date.now() - last.at > MAX_AGE_MS || last.accuracy > MAX_ACCURACY_M) return null;
  const { latitude, longitude } = last;
  return { latitude, longitude };
}

/** Asks the device for its position once. Rejects with a message for the driver. */
export const requestPosition = (): Promise<Position> => findOwnPosition().then(remember);

/**
 * Reports the driver's position while a delivery is en route and the page is visible, so customers
 * see when to expect them. It only works if the driver has already granted permission, and never
 * asks for it.
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
      // An old position is useless, so a failed report isn't sent again.
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
