/** The owner's list of places to deliver to: marinas, docks, and launches. */
import { foldedText } from '../folding';
import { coordinatesIn, withoutPin } from '../route/coordinates';
import { metresBetween, milesOf, type Position } from '../route/distance';
import { isFound, searchText, soughtIn } from '../search-text';

/** A place of the list. Each name is used once. */
export type Place = {
  name: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Drivers see the note with every delivery to this place. */
  note: string | null;
  /** Other names that people search for, separated by semicolons. */
  aliases: string | null;
};

/** The longest list. */
export const MAX_PLACES = 1_000;
/** Maximum number of places in a search result. */
export const PLACES_SHOWN = 6;
/** If the nearest place is farther away than this, the customer isn't there. */
const NEAR_MILES = 0.5;

/**
 * Returns the form in which two names or addresses are compared: folded, and without punctuation.
 */
export const addressKey = (text: string): string =>
  foldedText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the text of an order's location: "Eagle Point Marina, 12 Pier Rd, Dowagiac, MI 49047". */
export const placeLocation = ({ name, address }: Pick<Place, 'name' | 'address'>): string =>
  address ? `${name}, ${address}` : name;

const aliasesOf = ({ aliases }: Pick<Place, 'aliases'>): string[] =>
  (aliases ?? '')
    .split(';')
    .map((alias) => alias.trim())
    .filter(Boolean);

/** Finds the places that match a typed search, the best first. Returns at most `most`. */
export function findPlaces<P extends Place>(
  places: readonly P[],
  typed: string,
  most = PLACES_SHOWN,
): P[] {
  const sought = soughtIn(typed);
  if (!sought) return [];
  const whole = foldedText(typed);
  const rank = (place: P): number => {
    const name = foldedText(place.name);
    if (name === whole) return 0;
    if (name.startsWith(whole)) return 1;
    if (isFound(sought, searchText([place.name]))) return 2;
    if (isFound(sought, searchText([place.name, ...aliasesOf(place)]))) return 3;
    return isFound(sought, searchText([placeLocation(place), ...aliasesOf(place)])) ? 4 : 5;
  };
  return places
    .map((place) => ({ place, rank: rank(place) }))
    .filter((found) => found.rank < 5)
    .sort((a, b) => a.rank - b.rank || byKey(a.place, b.place))
    .slice(0, most)
    .map(({ place }) => place);
}

function byKey(a: Place, b: Place): number {
  const [first, second] = [addressKey(a.name), addressKey(b.name)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * Returns the listed place at an address, or null. An address matches if it starts with the whole
 * text of a place ("Slip 4" may follow), or if it's only the place's name.
 */
export function placeAt<P extends Place>(places: readonly P[], address: string): P | null {
  const sought = addressKey(withoutPin(address));
  if (sought === '') return null;
  const is = (text: string) => addressKey(text) === sought;
  const whole = places.find((place) => is(placeLocation(place)));
  const named = () => places.find(({ name }) => is(name));
  const begun = () =>
    places.find(
      (place) => place.address && sought.startsWith(`${addressKey(placeLocation(place))} `),
    );
  return whole ?? named() ?? begun() ?? null;
}

/** A place's name and address never have more words than this. */
const MOST_WORDS = 36;

/**
 * Returns every name that an address could start with: its first word, its first two words, and so
 * on, each as a key.
 */
export function startsOf(address: string): string[] {
  const words = addressKey(withoutPin(address)).split(' ').slice(0, MOST_WORDS);
  return words.map((_, i) => words.slice(0, i + 1).join(' '));
}

/** Returns the nearest place if it's close enough for the customer to be there, otherwise null. */
export function nearestPlace<P extends Place>(places: readonly P[], from: Position): P | null {
  const near = places.flatMap((place) => {
    const position = positionOfPlace(place);
    return position ? [{ place, metres: metresBetween(from, position) }] : [];
  });
  const [first] = near.sort((a, b) => a.metres - b.metres);
  return first && milesOf(first.metres) <= NEAR_MILES ? first.place : null;
}

/** Returns a place's position, or null if the owner hasn't entered it. */
export const positionOfPlace = ({
  latitude,
  longitude,
}: Pick<Place, 'latitude' | 'longitude'>): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** The known facts about an address: its position, and the note for drivers. */
export type KnownAddress = { position: Position | null; note: string | null };

/**
 * Returns the facts about an address from its own text and from the list. A pin in the address
 * takes priority.
 */
export function knownAddress(places: readonly Place[], address: string): KnownAddress {
  const place = placeAt(places, address);
  return {
    position: coordinatesIn(address) ?? (place && positionOfPlace(place)),
    note: place?.note ?? null,
  };
}
