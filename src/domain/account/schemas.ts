import * as z from 'zod/mini';
import { FUEL_TYPES } from '../pricing/fuel';
import { isEmail, isPhone } from '../text';

export const PASSWORD_MIN = 6;
/** A limit above any real password, so that hashing cannot be made expensive by its input. */
export const PASSWORD_MAX = 200;

const required = (message: string, max = 200) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Please use at most ${max} characters.`),
    );

export const passwordSchema = (
  tooShort = `Password must be at least ${PASSWORD_MIN} characters long.`,
) =>
  z
    .string(tooShort)
    .check(
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`),
    );

export const emailSchema = (message = 'Please enter a valid email address') =>
  z.string(message).check(z.trim(), z.maxLength(200, message), z.refine(isEmail, message));

export const phoneSchema = (message = 'Please enter a phone number with at least 10 digits.') =>
  z.string(message).check(z.trim(), z.maxLength(40, message), z.refine(isPhone, message));

/** Sign-in, for customers, drivers and staff alike. */
export const loginSchema = z.object({
  username: required('Username is required'),
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
  username: required('Username is required', 60),
  password: passwordSchema(),
  email: emailSchema('Please enter a valid email address'),
  fullName: required('Full name is required', 120),
  phone: phoneSchema('Valid phone number is required'),
  homeAddress: required('Address is required'),
  preferredFuelType: z._default(
    z.enum(FUEL_TYPES, 'Please choose Regular or Premium fuel.'),
    'Regular',
  ),
});
export type RegistrationInput = z.infer<typeof registrationSchema>;
