import * as z from 'zod/mini';
import { phoneText, requiredText, text } from '../fields';
import { orderFieldsWithDefaults } from '../order/order.schema';
import { isPhone } from '../phone';
import { CONTACT_MESSAGES } from '../text';
import { EMAIL_MAX, emailFault, isEmail, parseEmail } from './email';
import { USERNAME_MESSAGES, usernameFault } from './username';

export const PASSWORD_MIN = 6;
/** A limit above any real password, so that hashing cannot be made expensive by its input. */
export const PASSWORD_MAX = 200;

const TOO_LONG = `Please use at most ${PASSWORD_MAX} characters.`;

/** A password that is chosen. */
export const passwordSchema = (
  tooShort = `Password must be at least ${PASSWORD_MIN} characters long.`,
) =>
  z
    .string(tooShort)
    .check(z.minLength(PASSWORD_MIN, tooShort), z.maxLength(PASSWORD_MAX, TOO_LONG));

/** A password that is compared with the chosen one: any text may be it. */
export const givenPasswordSchema = (missing: string, tooLong = TOO_LONG) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(PASSWORD_MAX, tooLong));

const emailRead = z.overwrite<string>((typed) => parseEmail(typed) ?? typed.trim());

/** An email address, read by `parseEmail`; `message` is said of what isn't even nearly one. */
export const emailSchema = (message: string = CONTACT_MESSAGES.email) =>
  z
    .string(message)
    .check(
      emailRead,
      z.maxLength(EMAIL_MAX, message),
      z.refine(isEmail, { error: ({ input }) => emailFault(String(input), message) ?? undefined }),
    );

/** The same for a field whose rule is checked with others: anything short enough passes. */
export const emailText = text(EMAIL_MAX).check(emailRead);

/** A check of a username that is chosen, with the sentence of its fault. */
export const choosableUsername = z.refine<string>((username) => usernameFault(username) === null, {
  error: ({ input }) => usernameFault(String(input)) ?? undefined,
});

/** A phone number with at least ten digits, in any writing; `message` is said of what is none. */
export const phoneSchema = (message: string = CONTACT_MESSAGES.phone) =>
  phoneText(message).check(z.refine(isPhone, message));

/** Sign-in, for customers, drivers and staff alike. */
export const loginSchema = z.object({
  username: requiredText('Username is required', 200),
  password: givenPasswordSchema('Password is required'),
});

/** The one field of the emergency page. */
export const emergencySchema = z.object({
  password: givenPasswordSchema('Please enter the emergency password.'),
});

/** Registration: all required, fuel defaults to Regular. */
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
