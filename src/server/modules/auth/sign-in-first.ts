import { DomainError } from '@/domain/errors';

/** The caller has no session, or the session's account is gone. */
export const signInFirst = (details: Record<string, unknown> | null = null) =>
  new DomainError('unauthenticated', 'Please sign in first.', details ? { details } : {});
