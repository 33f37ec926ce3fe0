import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '@/server/trpc';
import { type Problem, problemOf } from './problem';

/** What the server asks the person for, before it accepts the same call. */
type Question = 'confirm_identity' | 'prove_phone';

/** The question of a refusal; null for one that stays. */
function questionOf({ reason, details }: Problem): Question | null {
  // Staff give the password as they confirm who they are: the ways come with the refusal.
  const isOfStaff = reason === 'password_required' && details?.methods !== undefined;
  if (isOfStaff || reason === 'confirm_identity') return 'confirm_identity';
  return reason === 'prove_phone' ? reason : null;
}

/** Asks the person; true once they have given what the server wants. */
type Ask = (refusal: Problem) => Promise<boolean>;

const asks = new Map<Question, Ask>();
const asking = new Map<Question, Promise<boolean>>();

/** Sets who asks a question; the returned function takes it back. */
export function answerQuestion(question: Question, ask: Ask): () => void {
  asks.set(question, ask);
  return () => {
    if (asks.get(question) === ask) asks.delete(question);
  };
}

/** One question for all calls that wait for it. */
function isAnswered(question: Question, refusal: Problem): Promise<boolean> {
  const ask = asks.get(question);
  if (!ask) return Promise.resolve(false);
  const open = asking.get(question) ?? ask(refusal).finally(() => asking.delete(question));
  asking.set(question, open);
  return open;
}

/**
 * Repeats a call that the server refused until it knows more of the person, once they have given that.
 * A person who declines hears the refusal.
 */
export const questionLink: TRPCLink<AppRouter> =
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
            const refusal = problemOf(error);
            const question = questionOf(refusal);
            if (isRepeat || !question) return observer.error(error);
            void isAnswered(question, refusal).then((isDone) => {
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
