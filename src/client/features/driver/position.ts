import { useEffect, useRef } from 'react';
import { api } from '@/client/lib/trpc';
import { metresBetween, type Position } from '@/domain/route/distance';

/** A fix that is coarser says nothing about a dock. */
const GOOD_ENOUGH_M = 100;
/** A dock is learned from where the driver is now, not from where they were. */
const FRESH_MS = 2 * 60_000;
/** On the way the server hears of a move by this much, and not more often than this. */
const WORTH_TELLING_M = 150;
const TELL_EVERY_MS = 60_000;

type Fix = Position & { accuracy: number; at: number };

let last: Fix | null = null;

function note({ coords, timestamp }: GeolocationPosition): Fix {
  const { latitude, longitude, accuracy } = coords;
  last = { latitude, longitude, accuracy, at: timestamp };
  return last;
}

/** Where the device is, if it was just found out well enough; asks for nothing. */
export function knownPosition(): Position | null {
  if (!last || Date.now() - last.at > FRESH_MS || last.accuracy > GOOD_ENOUGH_M) return null;
  const { latitude, longitude } = last;
  return { latitude, longitude };
}

/** Asks the device where it is, once. Throws a sentence for people when it does not say. */
export function findPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error('This device does not know where it is.'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(note(found)),
      ({ code }) =>
        reject(
          new Error(
            code === GeolocationPositionError.PERMISSION_DENIED
              ? 'Please allow this page to use your location, then try again.'
              : 'Your location could not be found. Please try again.',
          ),
        ),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 },
    );
  });
}

/**
 * While something is on the way and the page is in view, the server hears where the driver is, so
 * that customers know when to expect them. Only where the driver has allowed it before: nothing is
 * asked here, and nothing is looked up at any other time.
 */
export function usePositionOnTheWay(onTheWay: boolean): void {
  const told = useRef<Fix | null>(null);

  useEffect(() => {
    if (!onTheWay || !navigator.geolocation || !navigator.permissions) return;
    let watch: number | null = null;
    let ended = false;

    const tell = (found: GeolocationPosition) => {
      const fix = note(found);
      const before = told.current;
      const isNews =
        !before ||
        (fix.at - before.at >= TELL_EVERY_MS && metresBetween(before, fix) >= WORTH_TELLING_M);
      if (!isNews || !navigator.onLine) return;
      told.current = fix;
      const { latitude, longitude } = fix;
      // Where it was a minute ago is not worth keeping for later.
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
      watch = navigator.geolocation.watchPosition(tell, () => {}, {
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
  }, [onTheWay]);
}
