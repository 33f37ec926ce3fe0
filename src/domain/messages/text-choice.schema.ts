import * as z from 'zod/mini';
import { idSchema } from '../fields';

const isOn = z.boolean('Select yes or no.');

/** Turns the texts of the caller's account on or off. */
export const ownTextsSchema = z.object({ isOn });

/** Turns the texts about one appointment on or off. */
export const textsSchema = z.object({ id: idSchema, isOn });
