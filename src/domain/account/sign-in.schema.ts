import * as z from 'zod/mini';
import { phoneText, requiredText, text } from '../fields';
import { orderFieldsWithDefaults } from '../order/order.schema';
import { isPhone } from '../phone';
import { CONTACT_MESSAGES } from '../text';
import { EMAIL_MAX, emailFault, isEmail, parseEmail } from './email';
import { USERNAME_MESSAGES, usernameFault } from './username';

export const PASSWORD_MIN = 6;
/** Longer than any real password. The limit exists because hashing a very long one is expensive. */
export const PASSWORD_MAX = 200;

const TOO_LONG = `Please use at most ${PASSWORD_MAX} characters.`;

/** A new password. */
export const passwordSchema = (
  tooShort = `Password must be at least ${PASSWORD_MIN} characters long.`,
) =>
  z
    .string(tooShort)
    .check(z.minLength(PASSWORD_MIN, tooShort), z.maxLength(PASSWORD_MAX, TOO_LONG));

/** An existing password, which is only compared with the stored one. So any text is accepted. */
export const givenPasswordSchema = (missing: string, tooLong = TOO_LONG) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(PASSWORD_MAX, tooLong));

const emailRead = z.overwrite<string>((typed) => parseEmail(typed) ?? typed.trim());

/**
 * An email address, parsed by `parseEmail`. `message` is for text that isn't close to an address.
 */
export const emailSchema = (message: string = CONTACT_MESSAGES.email) =>
  z
    .string(message)
    .check(
      emailRead,
      z.maxLength(EMAIL_MAX, message),
      z.refine(isEmail, { error: ({ input }) => emailFault(String(input), message) ?? undefined }),
    );

/** An email field that's checked together with other fields, so any short text is accepted here. */
export const emailText = text(EMAIL_MAX).check(emailRead);

/** Checks a new username, with a message for each problem. */
export const choosableUsername = z.refine<string>((username) => usernameFault(username) === null, {
  error: ({ input }) => usernameFault(String(input)) ?? undefined,
});

/** A phone number in any format with at least 10 digits. `message` is for invalid text. */
export const phoneSchema = (message: string = CONTACT_MESSAGES.phone) =>
  phoneText(message).check(z.refine(isPhone, message));

/** Sign-in for customers, drivers, and staff. */
export const loginSchema = z.object({
  username: requiredText('Username is required', 200),
  password: givenPasswordSchema('Password is required'),
});

/** The password field of the emergency page. */
export const emergencySchema = z.object({
  password: givenPasswordSchema('Please enter the emergency password.'),
});

/** Registration. All fields are required, but fuel defaults to Regular. */
export const registrationSchema = z.object({
  username: requiredText(USERNAME_MESSAGES.missing, 60).check(choosableUsername),
  password: passwordSchema(),
  email: emailSchema(),
  fullName: requiredText('Full name is required', 120),
  phone: phoneSchema('Valid phone number is required'),
  homeAddress: requiredText('Address is required', 200),
  preferredFuelType: orderFieldsWithDefaults.fuelType,
});
export type RegistrationInput = z.infer<typeof registrationSchema>;
