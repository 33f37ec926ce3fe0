import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import {
  blankIsNull,
  calendarDate,
  driverIdSchema as id,
  notFarOver,
  requiredText,
  text,
} from '../fields';
import { withoutHidden } from '../text';
import { choosableUsername, emailSchema, passwordSchema, phoneSchema } from './sign-in.schema';

/** A blank or missing field is null, not an empty text. */
const orNothing = <S extends z.ZodMiniType<string>>(schema: S) =>
  z._default(blankIsNull(schema), null);

const name = requiredText('Please enter the name of the driver.', 120);

const USERNAME = 'A username has 3 to 60 characters, without spaces and without @.';
const username = z
  .string(USERNAME)
  .check(
    notFarOver(60, USERNAME),
    z.overwrite(withoutHidden),
    z.trim(),
    z.regex(/^[^\s@]{3,60}$/, USERNAME),
    choosableUsername,
  );

const details = {
  name,
  phone: orNothing(phoneSchema()),
  email: orNothing(emailSchema()),
  vehicleInfo: orNothing(text(200)),
};

export const driverAccountIdSchema = z.object({ id });

/** A new driver, with the sign-in that is made here. */
export const newDriverSchema = z.object({ ...details, username, password: passwordSchema() });

export const driverDetailsSchema = z.object({ id, ...details, read: readSchema });
export type DriverDetailsInput = z.infer<typeof driverDetailsSchema>;

/** A new password for a driver's sign-in. */
export const driverPasswordSchema = z.object({ id, password: passwordSchema() });

/** The most dates on which one driver has work: far more than the booking window. */
const MAX_DATES = 100;

/** Who takes over what a driver has to make, date by date, as the driver is retired. */
export const retirementSchema = z.object({
  id,
  work: z._default(
    z
      .array(z.object({ date: calendarDate(), driverId: id }))
      .check(z.maxLength(MAX_DATES, `Please name at most ${MAX_DATES} dates.`)),
    [],
  ),
});
export type Retirement = z.infer<typeof retirementSchema>;
