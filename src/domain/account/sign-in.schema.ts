import * as z from 'zod/mini';
import { requiredText } from '../fields';
import { FUEL_TYPES } from '../pricing/fuel';
import { CONTACT_MESSAGES, isEmail, isPhone } from '../text';

export const PASSWORD_MIN = 6;
/** A limit above any real password, so that hashing cannot be made expensive by its input. */
export const PASSWORD_MAX = 200;

export const passwordSchema = (
  tooShort = `Password must be at least ${PASSWORD_MIN} characters long.`,
) =>
  z
    .string(tooShort)
    .check(
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`),
    );

export const emailSchema = (message: string = CONTACT_MESSAGES.email) =>
  z.string(message).check(z.trim(), z.maxLength(200, message), z.refine(isEmail, message));

export const phoneSchema = (message: string = CONTACT_MESSAGES.phone) =>
  z.string(message).check(z.trim(), z.maxLength(40, message), z.refine(isPhone, message));

/** Sign-in, for customers, drivers and staff alike. */
export const loginSchema = z.object({
  username: requiredText('Username is required', 200),
  password: z
    .string('Password is required')
    .check(
      z.minLength(1, 'Password is required'),
      z.maxLength(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`),
    ),
});

const EMERGENCY = 'Please enter the emergency password.';

/** The one field of the emergency page. */
export const emergencySchema = z.object({
  password: z
    .string(EMERGENCY)
    .check(
      z.minLength(1, EMERGENCY),
      z.maxLength(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`),
    ),
});

/** Registration: all required, fuel defaults to Regular (customer section 5, D51). */
export const registrationSchema = z.object({
  username: requiredText('Username is required', 60),
  password: passwordSchema(),
  email: emailSchema(),
  fullName: requiredText('Full name is required', 120),
  phone: phoneSchema('Valid phone number is required'),
  homeAddress: requiredText('Address is required', 200),
  preferredFuelType: z._default(
    z.enum(FUEL_TYPES, 'Please choose Regular or Premium fuel.'),
    'Regular',
  ),
});
export type RegistrationInput = z.infer<typeof registrationSchema>;
