import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { SaveCard } from '@/client/appointment/card-outcome';
import { toastConfirmed } from '@/client/appointment/confirmed-toast';
import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { holdLeft } from '@/client/appointment/hold-left';
import { WhenWaiting } from '@/client/appointment/when-waiting';
import { Button, buttonClass } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import { useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { OFFER_MINUTES } from '@/domain/waiting-list/waiting-list';

type Entry = Outputs['waiting']['open'];
type Act = 'confirm' | 'take' | 'decline' | 'leave' | 'stay';

const POLL_MS = 10_000;
/** The states that change without the person doing anything. */
const CHANGES: readonly Entry['state'][] = ['waiting', 'offered', 'accepted'];

type WaitingEntryProps = {
  token: string;
  saveCard: SaveCard;
  /** Renders what a person can do next if the entry has ended. */
  waysOn: ReactNode;
};

/** Shows the waiting list entry that a link opens: its place, its offer, or how it ended. */
export function WaitingEntry({ token, saveCard, waysOn }: WaitingEntryProps) {
  const utils = trpc.useUtils();
  const [entry, setEntry] = useState<Entry | null>(null);
  const { mutateAsync: openAsync, error, isError } = trpc.waiting.open.useMutation();
  const calls = {
    confirm: trpc.waiting.confirm.useMutation(),
    take: trpc.waiting.take.useMutation(),
    decline: trpc.waiting.decline.useMutation(),
    leave: trpc.waiting.leave.useMutation(),
    stay: trpc.waiting.stay.useMutation(),
  };
  const open = useCallback(
    () => openAsync({ token }).then(setEntry, () => undefined),
    [openAsync, token],
  );
  const isMoving = entry !== null && CHANGES.includes(entry.state);
  useEffect(() => void open(), [open]);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void open(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving, open]);

  const act = async (name: Act): Promise<Entry | null> => {
    try {
      const next = await calls[name].mutateAsync({ token });
      setEntry(next);
      void utils.waiting.mine.invalidate();
      return next;
    } catch (failure) {
      toastError(FAILED[name], problemOf(failure).message);
      await open();
      return null;
    }
  };
  const addCard = async ({ offer }: Entry) => {
    if (!offer) return;
    const outcome = await saveCard(offer.appointment);
    if (outcome.kind === 'cancelled') {
      toastError('Card Not Saved', 'This spot is still yours. Add a card before time runs out.');
    } else if ('message' in outcome) toastError('Booking Failed', outcome.message);
    else toastConfirmed(outcome.kind);
    void utils.booking.list.invalidate();
    await open();
  };
  const take = async () => {
    const taken = await act('take');
    if (taken) await addCard(taken);
  };

  if (!entry && isError) {
    const { answered, message } = problemOf(error);
    return (
      <Panel>
        <ErrorState
          title="We couldn’t open this entry"
          onRetry={answered ? undefined : open}
          action={answered ? waysOn : null}
        >
          {message}
        </ErrorState>
      </Panel>
    );
  }
  if (!entry) return <SkeletonList label="Loading…" rows={1} rowClassName="h-64" />;
  const hasEnded = !isMoving && entry.state !== 'unconfirmed' && entry.state !== 'booked';
  return (
    <Panel title={TITLES[entry.state]} icon="clock">
      <p className="text-lg font-semibold">
        <WhenWaiting {...entry} />
      </p>
      <Details entry={entry} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Actions entry={entry} act={act} onTake={take} onCard={() => addCard(entry)} />
        {hasEnded && !entry.mayStay ? waysOn : null}
      </div>
    </Panel>
  );
}

const FAILED: Record<Act, string> = {
  confirm: 'Place Not Confirmed',
  take: 'Spot Not Taken',
  decline: 'Offer Not Declined',
  leave: 'Still on the List',
  stay: 'Not on the List',
};

const TITLES: Record<Entry['state'], string> = {
  unconfirmed: 'Confirm your place in line',
  waiting: 'You’re on the waiting list',
  offered: 'A spot is open for you',
  accepted: 'This spot is yours',
  booked: 'Your delivery is booked',
  missed: 'You missed this spot',
  declined: 'You declined this spot',
  left: 'You left the waiting list',
  lapsed: 'No spot opened',
  refused: 'You’re off the waiting list',
  removed: 'You’re off the waiting list',
};

function Details({ entry }: { entry: Entry }) {
  const { state, place, offer } = entry;
  switch (state) {
    case 'unconfirmed':
      return (
        <p className="mt-2">
          You’ll be in line once you confirm. If you didn’t ask for this, leave the list.
        </p>
      );
    case 'waiting':
      return (
        <p className="mt-2">
          {place ? `You’re ${place} in line. ` : null}
          We’ll message you when a spot opens. You’ll have {OFFER_MINUTES} minutes to take it.
        </p>
      );
    case 'offered':
    case 'accepted':
      return offer ? <Offer offer={offer} state={state} /> : null;
    case 'booked':
      // A house account, and a test order, have no card.
      return (
        <p className="mt-2">
          {offer?.appointment.cardLast4
            ? 'Your card is saved. We’ll charge it after delivery.'
            : 'See you at the dock.'}
        </p>
      );
    case 'missed':
      return <p className="mt-2">Time ran out, so the spot went to the next person in line.</p>;
    case 'lapsed':
      return <p className="mt-2">This window can’t be booked anymore. You weren’t charged.</p>;
    case 'refused':
      return <p className="mt-2">We can’t book this order as it is. You weren’t charged.</p>;
    case 'removed':
      return <p className="mt-2">Our office removed this entry. You weren’t charged.</p>;
    default:
      return <p className="mt-2">You won’t get an offer for this window. You weren’t charged.</p>;
  }
}

type OfferProps = { offer: NonNullable<Entry['offer']>; state: 'offered' | 'accepted' };

function Offer({ offer: { until, appointment }, state }: OfferProps) {
  const billTo = useMe()?.billTo;
  const now = useNow(1000);
  const left = until === null ? null : holdLeft(until, now);
  return (
    <>
      <Callout tone={left === null ? 'warn' : 'info'} icon="clock" className="mt-3">
        {left === null ? (
          'Your time is up. The spot will go to the next person in line.'
        ) : (
          <>
            {state === 'offered' ? 'It’s yours if you take it within ' : 'Add a card within '}
            <span className="tabular font-semibold" translate="no">
              {left}
            </span>
            .
          </>
        )}
      </Callout>
      <DeliveryPrice delivery={appointment} className="mt-4" />
      <p className="mt-3 text-sm text-muted">
        {billTo
          ? `We’ll bill ${billTo} after delivery.`
          : 'Pay $0.00 now. We’ll charge your card after delivery.'}
      </p>
    </>
  );
}

type ActionsProps = {
  entry: Entry;
  act: (name: Act) => Promise<Entry | null>;
  onTake: () => Promise<void>;
  onCard: () => Promise<void>;
};

function Actions({ entry: { state, mayStay }, act, onTake, onCard }: ActionsProps) {
  const leave = (
    <Button variant="quiet" onClick={() => act('leave')}>
      Leave Waiting List
    </Button>
  );
  switch (state) {
    case 'unconfirmed':
      return (
        <>
          <Button variant="main" onClick={() => act('confirm')}>
            Confirm My Place
          </Button>
          {leave}
        </>
      );
    case 'waiting':
      return leave;
    case 'offered':
      return (
        <>
          <Button variant="main" onClick={onTake}>
            Take This Spot
          </Button>
          <Button variant="quiet" onClick={() => act('decline')}>
            No, Thanks
          </Button>
        </>
      );
    case 'accepted':
      return (
        <>
          <Button variant="main" onClick={onCard}>
            Add Card
          </Button>
          <Button variant="quiet" onClick={() => act('decline')}>
            No, Thanks
          </Button>
        </>
      );
    case 'booked':
      return (
        <Link to="/" className={buttonClass({ variant: 'main' })}>
          My Deliveries
        </Link>
      );
    default:
      return mayStay ? (
        <Button variant="main" onClick={() => act('stay')}>
          {state === 'missed' ? 'Stay on the List' : 'Join Again'}
        </Button>
      ) : null;
  }
}
