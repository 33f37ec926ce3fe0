import type { Position } from '@/domain/route/distance';

/** Asks the device for its exact position, once. Rejects with a message for people. */
export function findOwnPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error('This device can’t share its location.'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      resolve,
      ({ code }) =>
        reject(
          new Error(
            code === GeolocationPositionError.PERMISSION_DENIED
              ? 'Allow this page to use your location, then try again.'
              : 'We couldn’t find your location. Try again.',
          ),
        ),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 },
    );
  });
}

/** Returns only the latitude and longitude, in degrees. */
export const coordinatesOf = ({
  coords: { latitude, longitude },
}: GeolocationPosition): Position => ({
  latitude,
  longitude,
});
