import * as z from 'zod/mini';
import { requestIdSchema, requiredText } from '../fields';
import { foldedText } from '../folding';
import { emailSchema, phoneSchema } from './sign-in.schema';

/**
 * An account that staff create for a customer on the phone. The customer chooses the password
 * later. Repeating a call with the same `requestId` doesn't create another account.
 */
export const newCustomerSchema = z.object({
  fullName: requiredText('Full name is required', 120),
  phone: phoneSchema('Valid phone number is required'),
  email: emailSchema(),
  requestId: z.optional(requestIdSchema),
});
export type NewCustomerInput = z.infer<typeof newCustomerSchema>;

/**
 * Returns a username that can be read aloud: the name in lowercase, with a number if someone has
 * the same name.
 */
export function usernameFor(fullName: string, number: number): string {
  const words = foldedText(fullName).match(/[a-z]+/g) ?? ['customer'];
  return `${words.join('.').slice(0, 40)}.${number}`;
}
