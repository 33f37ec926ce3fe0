import type { ReactNode } from 'react';
import type { SaveCard } from '@/client/appointment/card-outcome';
import { holdLeft } from '@/client/appointment/hold-left';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { useNow } from '@/client/lib/now';
import { keepDraft, useAttempt } from '@/client/lib/order-draft';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';
import { useSaveCardOf } from './use-save-card-of';

/**
 * Shows the hold that needs a card, or a message that it expired. Renders nothing if there's no
 * hold.
 */
export function OwnHold({ saveCard }: { saveCard: SaveCard }) {
  const list = trpc.booking.list.useQuery();
  const attempt = useAttempt();
  const holds = list.data?.filter(({ holdExpiresAt }) => holdExpiresAt !== null);
  // Another guest of this browser may have a hold, too, so the attempt's own one is selected.
  const held = holds?.find(({ id }) => id === attempt?.appointmentId) ?? holds?.[0];
  const request = held ?? attempt?.request;
  const holdExpiresAt = held?.holdExpiresAt ?? attempt?.holdExpiresAt;
  if (!request || !holdExpiresAt) return null;
  return (
    <section aria-label="Your unfinished booking">
      <Hold
        what={<When {...request} />}
        holdExpiresAt={holdExpiresAt}
        held={held}
        saveCard={saveCard}
      />
    </section>
  );
}

type HoldProps = {
  what: ReactNode;
  holdExpiresAt: number;
  /** Undefined once the server stops listing it. */
  held: OwnAppointment | undefined;
  saveCard: SaveCard;
};

/** Shows how long a window is still held, or that it isn't anymore. */
export function Hold({ what, holdExpiresAt, held, saveCard }: HoldProps) {
  const now = useNow(1000);
  const saveCardOf = useSaveCardOf(saveCard);
  const left = holdLeft(holdExpiresAt, now);
  if (left === null) {
    return (
      <Callout
        tone="warn"
        className="mb-5"
        action={
          <Button size="sm" variant="quiet" onClick={() => keepDraft({ attempt: null })}>
            Dismiss
          </Button>
        }
      >
        We couldn’t hold {what} any longer because no card was saved. You weren’t charged, and your
        order is still in the form.
      </Callout>
    );
  }
  if (!held) return null;
  return (
    <Callout
      tone="warn"
      icon="clock"
      title={what}
      className="mb-5"
      action={
        <Button size="sm" variant="primary" onClick={() => saveCardOf(held)}>
          Finish Booking
        </Button>
      }
    >
      We’re holding your window for{' '}
      <span className="tabular font-semibold" translate="no">
        {left}
      </span>{' '}
      more. Save a card to book it.
    </Callout>
  );
}
