import { DomainError } from '@/domain/errors';

/** The email address belongs to another account. */
export const emailTaken = () =>
  new DomainError('conflict', 'An account with that email already exists.', { field: 'email' });
