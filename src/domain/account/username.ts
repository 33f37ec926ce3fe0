import { DomainError } from '../errors';
import { foldedName, mixesScripts } from '../text';

export const USERNAME_MESSAGES = {
  missing: 'Username is required',
  email: 'Enter a username without @. You can also sign in with your email address.',
  scripts: 'Use letters from only one alphabet in your username.',
} as const;

/**
 * Returns why a username isn't allowed, or null if it is. A name with @ could be someone's email
 * address, and a mix of alphabets could imitate another name.
 */
export function usernameFault(username: string): string | null {
  const folded = foldedName(username);
  if (folded === '') return USERNAME_MESSAGES.missing;
  if (folded.includes('@')) return USERNAME_MESSAGES.email;
  return mixesScripts(username) ? USERNAME_MESSAGES.scripts : null;
}

/** Thrown for a username that isn't allowed, outside of a form. */
export class UsernameRefused extends DomainError {
  override readonly name = 'UsernameRefused';
}

/** Throws `UsernameRefused` if a new username isn't allowed. */
export function refuseUsername(username: string | undefined): void {
  const fault = username === undefined ? null : usernameFault(username);
  if (fault) throw new UsernameRefused('invalid_input', fault, { field: 'username' });
}
