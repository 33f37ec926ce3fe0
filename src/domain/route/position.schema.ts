import * as z from 'zod/mini';

export const NO_POSITION = 'That isn’t a valid position.';

const degrees = (most: number) =>
  z.number(NO_POSITION).check(z.minimum(-most, NO_POSITION), z.maximum(most, NO_POSITION));

/** A point on the map, in degrees. */
export const positionSchema = z.object({ latitude: degrees(90), longitude: degrees(180) });
