import * as z from 'zod/mini';
import { notFarOver, oneLine } from '../fields';
import { MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE } from './promos';

/** A promo code in uppercase, at most 10 characters. Blank means none. */
export const promoCodeSchema = z
  .string(PROMO_CODE_MESSAGE)
  .check(
    notFarOver(MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE),
    oneLine,
    z.trim(),
    z.toUpperCase(),
    z.maxLength(MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE),
  );
