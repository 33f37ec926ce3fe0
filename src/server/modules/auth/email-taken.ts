import { DomainError } from '@/domain/errors';

export const emailTaken = () =>
  new DomainError('conflict', 'An account with that email already exists.', { field: 'email' });
