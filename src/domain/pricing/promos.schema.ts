import * as z from 'zod/mini';
import { notFarOver, oneLine } from '../fields';
import { MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE } from './promos';

/** Uppercased, at most 10 characters; an empty one counts as none. */
export const promoCodeSchema = z
  .string(PROMO_CODE_MESSAGE)
  .check(
    notFarOver(MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE),
    oneLine,
    z.trim(),
    z.toUpperCase(),
    z.maxLength(MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE),
  );
