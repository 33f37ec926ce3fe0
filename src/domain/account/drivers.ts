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

/** Converts a blank or missing field to null. */
const orNothing = <S extends z.ZodMiniType<string>>(schema: S) =>
  z._default(blankIsNull(schema), null);

const name = requiredText('Please enter the driver’s name.', 120);

const USERNAME = 'Usernames need 3 to 60 characters, without spaces or @.';
/** A username that staff choose for someone. */
export const staffUsername = z
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

/** A new driver, along with a sign-in. */
export const newDriverSchema = z.object({
  ...details,
  username: staffUsername,
  password: passwordSchema(),
});

export const driverDetailsSchema = z.object({ id, ...details, read: readSchema });
export type DriverDetailsInput = z.infer<typeof driverDetailsSchema>;

/** A new password for a driver's account. */
export const driverPasswordSchema = z.object({ id, password: passwordSchema() });

/** Maximum number of dates on which a driver has stops. It's far more than the booking window. */
const MAX_DATES = 100;

/** The drivers who take over a deactivated driver's stops, by date. */
export const retirementSchema = z.object({
  id,
  work: z._default(
    z
      .array(z.object({ date: calendarDate(), driverId: id }))
      .check(z.maxLength(MAX_DATES, `Please select at most ${MAX_DATES} dates.`)),
    [],
  ),
});
export type Retirement = z.infer<typeof retirementSchema>;
