import * as z from 'zod/mini';

/** The most customers in one file. All of them are written in one transaction. */
export const MAX_IMPORTED = 500;
/** The longest file, in characters. */
export const MAX_CUSTOMER_FILE = 200_000;
export const CUSTOMER_FILE_TOO_LONG =
  'This file is too large. It can have up to 500 customers and 200 KB. Split it into several files.';

/** The text of a CSV file with customers. */
export const customerFileSchema = z.object({
  text: z.string('Select a file.').check(z.maxLength(MAX_CUSTOMER_FILE, CUSTOMER_FILE_TOO_LONG)),
});
