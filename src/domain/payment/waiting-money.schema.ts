import * as z from 'zod/mini';
import { pageNumber } from '../fields';
import { WAITING_KINDS } from './waiting-money';

/** Which money that waits, and which page of it; null is all. */
export const waitingMoneySchema = z.object({
  kind: z._default(z.nullable(z.enum(WAITING_KINDS, 'Please choose one of the kinds.')), null),
  page: pageNumber,
});
