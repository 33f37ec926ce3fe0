import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { When } from '@/client/appointment/when';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { noteLinkOf } from '@/client/lib/shown-delivery';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { isExpiredBy } from '@/domain/payment/card';
import { canPayBalance } from '@/domain/payment/charge';
import { AppointmentList } from './appointment-list';
import { BalanceDue } from './balance-due';
import { GuestLinkButtons, type GuestLinkProps } from './guest-link';
import { Hold } from './own-hold';
import { useSaveCardOf } from './use-save-card-of';

type Details = Outputs['booking']['get'];

type LinkedAppointmentProps = {
  token: string;
  saveCard: SaveCard;
  payBalance: PayBalance;
  /** Opens the payment, or the form for the first card, as soon as the delivery has loaded. */
  paysAtOnce: boolean;
  /** Opens the form for another card, although the saved one looks fine. */
  changesCard: boolean;
  /** Renders the receipt of a completed delivery. */
  receiptOf: (appointment: Details) => ReactNode;
  onReplaced: (token: string) => void;
  /** Asks for the account that booked the delivery. */
  signIn: () => unknown;
  /** Renders the choice of texts about an open delivery. */
  textsOf: (appointment: Details) => ReactNode;
  /** Renders what a person can do if the link doesn't work. */
  waysOn: ReactNode;
};

/** Shows the delivery that a link opens. Anyone with the link can view it and pay. */
export function LinkedAppointment({ token, ...props }: LinkedAppointmentProps) {
  const utils = trpc.useUtils();
  const link = trpc.booking.manage.useMutation();
  const { mutateAsync } = link;
  const open = useCallback(async () => {
    const appointment = await mutateAsync({ token }).catch(() => null);
    if (!appointment) return;
    utils.booking.get.setData({ id: appointment.id }, appointment);
    // With the link, this browser got access to the delivery, so its list has one more.
    void utils.booking.list.invalidate();
  }, [mutateAsync, token, utils]);
  useEffect(() => void open(), [open]);

  if (link.data) return <Opened appointment={link.data} token={token} {...props} />;
  if (!link.isError) {
    return <SkeletonList label="Loading your delivery…" rows={1} rowClassName="h-[85dvh]" />;
  }
  const { answered, message } = problemOf(link.error);
  return (
    <NotOpened
      message={message}
      onRetry={answered ? undefined : open}
      waysOn={answered ? props.waysOn : null}
    />
  );
}

type NotOpenedProps = {
  message: string;
  onRetry?: (() => unknown) | undefined;
  waysOn: ReactNode;
};

function NotOpened({ message, onRetry, waysOn }: NotOpenedProps) {
  return (
    <Panel>
      <ErrorState title="We couldn’t open this delivery" onRetry={onRetry} action={waysOn}>
        {message}
      </ErrorState>
    </Panel>
  );
}

const POLL_MS = 30_000;
/** The reasons with which the server refuses a link that was replaced or has expired. */
const CLOSED = new Set<string | null>(['unauthenticated', 'not_found']);

type OpenedProps = LinkedAppointmentProps & { appointment: Details };

function Opened({
  appointment,
  token,
  saveCard,
  payBalance,
  receiptOf,
  textsOf,
  signIn,
  onReplaced,
  waysOn,
  ...rest
}: OpenedProps) {
  const { changesCard } = rest;
  const opensPayment = useRef(rest.paysAtOnce);
  const saveCardOf = useSaveCardOf(saveCard);
  useEffect(() => {
    if (!opensPayment.current) return;
    opensPayment.current = false;
    if (canPayBalance(appointment)) void payBalance(appointment);
    else if (!needsCard(appointment, changesCard)) return;
    else if (appointment.needsSignIn) signIn();
    else void saveCardOf(appointment);
  }, [payBalance, saveCardOf, appointment, changesCard, signIn]);
  const { data = appointment, error } = trpc.booking.get.useQuery(
    { id: appointment.id },
    {
      initialData: appointment,
      // A link's page gets no live updates, so it polls until the delivery is closed.
      refetchInterval: ({ state }) => (state.data && !isClosed(state.data) ? POLL_MS : false),
      refetchOnWindowFocus: 'always',
    },
  );
  if (error && CLOSED.has(problemOf(error).reason)) {
    return <NotOpened message={LINK_MESSAGES.closed} waysOn={waysOn} />;
  }
  return (
    <div className="flex flex-col gap-5">
      {data.holdExpiresAt === null ? null : (
        <Hold
          what={<When {...data} />}
          holdExpiresAt={data.holdExpiresAt}
          held={data}
          saveCard={saveCard}
        />
      )}
      {data.status === 'completed' ? (
        <Panel title="Receipt" icon="receipt">
          <BalanceDue appointment={data} onPay={() => payBalance(data)} className="mb-5" />
          {receiptOf(data)}
        </Panel>
      ) : (
        <Panel title="Your order" icon="boat">
          <AppointmentList
            appointments={[data]}
            saveCard={saveCard}
            payBalance={payBalance}
            onModify={() => noteLinkOf(data.id, token)}
          />
        </Panel>
      )}
      {data.status === 'cancelled' ? (
        <p className="text-muted">This delivery was cancelled. You won’t be charged.</p>
      ) : null}
      {data.link ? (
        <GuestLink appointmentId={data.id} link={data.link} onReplaced={onReplaced} />
      ) : null}
      {/* This part comes last, because it loads later and would move the rest down. */}
      {isClosed(data) ? null : textsOf(data)}
    </div>
  );
}

/** True if an open delivery has no card, or one that expires before it or is to be changed. */
function needsCard(
  { takesFirstCard, canModify, needsSignIn, testMode, holdExpiresAt, ...card }: Details,
  changesCard: boolean,
) {
  if (takesFirstCard) return true;
  if (!canModify && !(needsSignIn && !isClosed(card))) return false;
  if (testMode || holdExpiresAt !== null || card.paymentMethod === 'invoice') return false;
  const expiry = { expMonth: card.cardExpMonth, expYear: card.cardExpYear };
  return changesCard || !card.cardSaved || isExpiredBy(expiry, card.date);
}

const isClosed = ({ status }: Pick<Details, 'status'>) =>
  status === 'completed' || status === 'cancelled';

/** Explains the link, which is a guest's only way to open the delivery on another device. */
function GuestLink(props: GuestLinkProps) {
  return (
    <Callout>
      <p className="mb-2">
        Open this delivery on any device with your link, up to 30 days after it’s completed. Anyone
        with the link can view and pay for it. To change it, you’ll also need the last 4 digits of
        your phone number.
      </p>
      <GuestLinkButtons {...props} />
    </Callout>
  );
}
