import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '@/server/trpc';
import { type Problem, problemOf } from './problem';

/** Asks the person to prove who they are; true once they have. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Sets who asks; the returned function takes it back. */
export function answerConfirmations(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** One question for all calls that wait for it. */
function confirmed(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

/** Whether the call is accepted once the person has confirmed who they are: the ways come with it. */
function asksAgain({ reason, details }: Problem): boolean {
  const isOfStaff = reason === 'password_required' && details?.methods !== undefined;
  return isOfStaff || reason === 'confirm_identity';
}

/**
 * Repeats a call that the server refused until it is proven again who is signed in, once the person
 * has done so. Whoever declines hears the refusal.
 */
export const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let running: Unsubscribable | null = null;
      let ended = false;
      const attempt = (isRepeat: boolean) => {
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (isRepeat || !asksAgain(problemOf(error))) return observer.error(error);
            void confirmed().then((isDone) => {
              if (ended) return;
              if (isDone) attempt(true);
              else observer.error(error);
            });
          },
        });
      };
      attempt(false);
      return () => {
        ended = true;
        running?.unsubscribe();
      };
    });
