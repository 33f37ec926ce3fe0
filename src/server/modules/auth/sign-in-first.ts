import { DomainError } from '@/domain/errors';

/** The error `unauthenticated`: the caller has no session, or the account of the session is gone. */
export const signInFirst = (details: Record<string, unknown> | null = null) =>
  new DomainError('unauthenticated', 'Please sign in first.', details ? { details } : {});
