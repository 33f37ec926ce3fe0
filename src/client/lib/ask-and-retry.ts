import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '@/server/trpc';
import { type Problem, problemOf } from './problem';

/** The server accepts the same call once the person has answered this question. */
type Question = 'confirm_identity' | 'prove_phone';

/** @returns the question that a refusal asks, or null if an answer wouldn't help */
function questionOf({ reason, details }: Problem): Question | null {
  // Staff enter their password in the identity check, which lists the methods.
  const isOfStaff = reason === 'password_required' && details?.methods !== undefined;
  if (isOfStaff || reason === 'confirm_identity') return 'confirm_identity';
  return reason === 'prove_phone' ? reason : null;
}

/** Asks the person. Resolves to true once they answered. */
type Ask = (refusal: Problem) => Promise<boolean>;

const asks = new Map<Question, Ask>();
const asking = new Map<Question, Promise<boolean>>();

/** Sets the function that asks a question, until the returned function is called. */
export function answerQuestion(question: Question, ask: Ask): () => void {
  asks.set(question, ask);
  return () => {
    if (asks.get(question) === ask) asks.delete(question);
  };
}

/** If several calls need the same answer, asks only once. */
function isAnswered(question: Question, refusal: Problem): Promise<boolean> {
  const ask = asks.get(question);
  if (!ask) return Promise.resolve(false);
  const open = asking.get(question) ?? ask(refusal).finally(() => asking.delete(question));
  asking.set(question, open);
  return open;
}

/**
 * If the server refuses a call with a question, this asks the person and then repeats the call. If
 * they decline, the call fails with the refusal.
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
