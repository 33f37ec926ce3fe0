import { DomainError } from '@/domain/errors';

/** The error `conflict` on the field of the email address: another account has it. */
export const emailTaken = () =>
  new DomainError('conflict', 'An account with that email already exists.', { field: 'email' });
