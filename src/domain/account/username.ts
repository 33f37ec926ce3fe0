import { DomainError } from '../errors';
import { foldedName, mixesScripts } from '../text';

export const USERNAME_MESSAGES = {
  missing: 'Username is required',
  email: 'Choose a username without @. You can sign in with your email address too.',
  scripts: 'Use letters of one alphabet in your username.',
} as const;

/**
 * Why a username can't be chosen, or null. One with @ could be the email address of someone else, and
 * letters of two alphabets could make a name look like another one.
 */
export function usernameFault(username: string): string | null {
  const folded = foldedName(username);
  if (folded === '') return USERNAME_MESSAGES.missing;
  if (folded.includes('@')) return USERNAME_MESSAGES.email;
  return mixesScripts(username) ? USERNAME_MESSAGES.scripts : null;
}

/** The refusal of a username outside of a form. */
export class UsernameRefused extends DomainError {
  override readonly name = 'UsernameRefused';
}

/** Throws the fault of a username that is to be chosen. */
export function refuseUsername(username: string | undefined): void {
  const fault = username === undefined ? null : usernameFault(username);
  if (fault) throw new UsernameRefused('invalid_input', fault, { field: 'username' });
}
