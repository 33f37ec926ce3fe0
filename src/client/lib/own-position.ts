import type { Position } from '@/domain/route/distance';

/** Asks the device where it is, exactly and once. Rejects with a message for people. */
export function findOwnPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error('This device does not know where it is.'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      resolve,
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

/** The position alone, in degrees. */
export const positionIn = ({ coords: { latitude, longitude } }: GeolocationPosition): Position => ({
  latitude,
  longitude,
});
