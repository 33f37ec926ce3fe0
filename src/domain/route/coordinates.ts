import type { Position } from './distance';

/**
 * Latitude and longitude in degrees. Each needs at least three decimals, so that house numbers
 * don't match.
 */
const COORDINATES = /(?<![\d.])(-?\d{1,2}\.\d{3,12}),\s*(-?\d{1,3}\.\d{3,12})(?![\d.])/;

/** Five decimals of a degree are about 4 feet. */
const DECIMALS = 5;

/**
 * Finds coordinates in a text such as "Blue house (42.01234, -86.12345)". Returns null if there are
 * none.
 */
export function coordinatesIn(text: string): Position | null {
  const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180;
  return isOnEarth ? position : null;
}

/** Formats a position as "42.01234, -86.12345". `coordinatesIn` reads it. */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`;

const PIN = 'Pin';

/**
 * Adds a pin to a typed address and removes an earlier pin: "Blue house (42.01234, -86.12345)". The
 * pin is part of the address, so it's stored and shown wherever the address is.
 */
export function withPin(address: string, position: Position, most: number): string {
  const pin = `(${coordinatesText(position)})`;
  const plain = withoutPin(address) || PIN;
  return `${plain.slice(0, most - pin.length - 1).trim()} ${pin}`;
}

/** Removes the pin from an address. Returns an empty text if there was only the pin. */
export function withoutPin(address: string): string {
  const plain = address
    .replace(COORDINATES, '')
    .replace(/\(\s*\)/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === PIN ? '' : plain;
}
