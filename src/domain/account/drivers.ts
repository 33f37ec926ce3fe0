import * as z from 'zod/mini';
import { text } from '../booking/schemas';
import { emailSchema, passwordSchema, phoneSchema } from './schemas';

/** What is left blank is nothing, not an empty text. */
const orNothing = <S extends z.ZodMiniType<string>>(schema: S) =>
  z._default(
    z.pipe(
      z.transform((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
      z.nullable(schema),
    ),
    null,
  );

const name = z
  .string('Please enter the name of the driver.')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter the name of the driver.'),
    z.maxLength(120, 'Please use at most 120 characters.'),
  );

const USERNAME = 'A username has 3 to 60 characters, without spaces and without @.';
const username = z.string(USERNAME).check(z.trim(), z.regex(/^[^\s@]{3,60}$/, USERNAME));

const id = z
  .number('Please choose a driver.')
  .check(z.int('Please choose a driver.'), z.minimum(1, 'Please choose a driver.'));

const details = {
  name,
  phone: orNothing(phoneSchema()),
  email: orNothing(emailSchema()),
  vehicleInfo: orNothing(text(200)),
};

export const driverIdSchema = z.object({ id });

/** A new driver, with the sign-in that is made here (D38). */
export const newDriverSchema = z.object({ ...details, username, password: passwordSchema() });

export const driverDetailsSchema = z.object({ id, ...details });
export type DriverDetailsInput = z.infer<typeof driverDetailsSchema>;

/** A new password for a driver's sign-in. */
export const driverPasswordSchema = z.object({ id, password: passwordSchema() });
