import * as z from 'zod/mini';
import { requestIdSchema, requiredText } from '../fields';
import { foldedText } from '../folding';
import { emailSchema, phoneSchema } from './sign-in.schema';

/**
 * An account that staff make for a customer on the phone; the password is the customer's to choose. Sent
 * again with the same `requestId`, it is the same one.
 */
export const newCustomerSchema = z.object({
  fullName: requiredText('Full name is required', 120),
  phone: phoneSchema('Valid phone number is required'),
  email: emailSchema(),
  requestId: z.optional(requestIdSchema),
});
export type NewCustomerInput = z.infer<typeof newCustomerSchema>;

/** A user name that can be read aloud: the name in small letters, and a number against namesakes. */
export function usernameFor(fullName: string, number: number): string {
  const words = foldedText(fullName).match(/[a-z]+/g) ?? ['customer'];
  return `${words.join('.').slice(0, 40)}.${number}`;
}
