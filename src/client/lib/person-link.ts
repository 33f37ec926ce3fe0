import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { NOBODY } from '@/domain/account/page-person';
import type { AppRouter } from '@/server/trpc';
import { noteAnswer, noteRefusal, pageOf } from './page-person';
import { problemOf } from './problem';

/** Our calls carry this in addition to their input. */
export type CallContext = {
  /** The person the call is for, if not the page's: the driver who performed a device action. */
  actsFor?: string;
  /** The person that the call names to the server. */
  pageOf?: string | undefined;
};

/**
 * Adds to each call the person it's for, and reads from the answers who is signed in. Until a page
 * knows its person, it sends changes as nobody.
 */
export const personLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const { actsFor } = op.context as CallContext;
      const askedAs = pageOf();
      const unknown = op.type === 'mutation' ? NOBODY : undefined;
      const named: CallContext = { ...op.context, pageOf: actsFor ?? askedAs ?? unknown };
      return next({ ...op, context: named }).subscribe({
        next(value) {
          const { result } = value;
          if (op.path === 'auth.me' && 'data' in result) {
            const me = result.data as { id: string } | null;
            if (!noteAnswer(me?.id ?? NOBODY, askedAs ?? null)) {
              return observer.error(new TRPCClientError('Someone else is signed in.'));
            }
          }
          observer.next(value);
        },
        error(error) {
          const { reason, details } = problemOf(error);
          if (reason === 'person_changed') noteRefusal(String(details?.sessionOf));
          observer.error(error);
        },
        complete: () => observer.complete(),
      });
    });
