import type { DriverAction } from './outbox/actions';
import type { Outbox, Outcome } from './outbox/outbox';
import { sayNotKept, sayWaiting } from './outbox/say';

/** Does something that the server must hear of. Resolves with what became of it; null: not kept. */
export type Act = (
  action: DriverAction,
  about?: { publicCode?: string; photo?: string | null },
) => Promise<Outcome | null>;

/** `Act` for one user: through the outbox, which says what was sent or refused. */
export function actOf(outbox: Outbox, userId: string): Act {
  return async (action, about = {}) => {
    try {
      const outcome = await outbox.perform(
        userId,
        about.publicCode ?? null,
        action,
        about.photo ?? null,
      );
      if (outcome.kind === 'waiting') sayWaiting();
      return outcome;
    } catch {
      sayNotKept();
      return null;
    }
  };
}
