import { useRef, useState } from 'react';
import { PriceLines } from '@/client/appointment/price-lines';
import { usePrices } from '@/client/appointment/use-prices';
import { TimeRange } from '@/client/appointment/when';
import { WhenWaiting } from '@/client/appointment/when-waiting';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError } from '@/client/components/feedback/toast-store';
import { focusEvenFolded } from '@/client/components/fold';
import { Form } from '@/client/components/form/form';
import { RadioCards } from '@/client/components/form/radio-cards';
import { Panel } from '@/client/components/panel';
import { readContact } from '@/client/lib/contact-store';
import { newId } from '@/client/lib/new-id';
import { forgetDraft, hasDraft, readDraft } from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { ReadOrderForm } from '@/domain/appointment/book.schema';
import { formatLongDate } from '@/domain/dates';
import { OFFER_MINUTES } from '@/domain/waiting-list/waiting-list';
import { GuestContactFields } from './guest-contact-fields';
import { lastGuestContact } from './last-guest-contact';
import { OrderFields } from './order-fields';
import { blankBooking, typedValues, withBlanksFilled } from './order-values';
import { pricedOrder } from './priced-order';
import { PromoField } from './promo-field';
import { useBoatsAndDocks, useFirstBoatAndDock } from './use-boats-and-docks';
import { cansQuestion, useCansQuestion } from './use-cans-question';
import { type AskForAccount, useFindContact } from './use-find-contact';
import { useLastAppointment } from './use-last-appointment';
import { useOrderForm } from './use-order-form';
import { usePromoCode } from './use-promo-code';
import type { Day } from './use-slots';

type Joined = Outputs['waiting']['join'];
type JoinProps = { askForAccount: AskForAccount; onAccount: () => unknown };

const POLL_MS = 10_000;
/** The choice of any window of a date. */
const ANY = 'any';

const isFull = ({ state }: Day['timeSlots'][number]) => state === 'booked';

/** Shows the form that joins the waiting list of a full window, or why there is none. */
export function JoinWaiting({ me, ...props }: JoinProps & { me: Me | null }) {
  const slots = trpc.slots.window.useQuery(undefined, { refetchInterval: POLL_MS });
  const [joined, setJoined] = useState<Joined | null>(null);
  if (joined) return <OnTheList joined={joined} />;
  if (!slots.data) {
    return slots.isError ? (
      <ErrorState title="Failed to fetch time slots" onRetry={() => slots.refetch()}>
        {problemOf(slots.error).message}
      </ErrorState>
    ) : (
      <SkeletonList label="Loading windows…" rows={2} rowClassName="h-40" />
    );
  }
  const days = slots.data.days.filter(({ timeSlots }) => timeSlots.some(isFull));
  if (days.length === 0) {
    return (
      <Panel>
        <EmptyState icon="calendar" title="No window is full">
          You can book any open window now.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="Join the waiting list" icon="clock">
      <JoinForm days={days} me={me} onJoined={setJoined} {...props} />
    </Panel>
  );
}

/** Returns the order entered so far in this browser's form. */
function startOf(me: Me | null) {
  const next = blankBooking(me, readContact(me?.id ?? null), lastGuestContact());
  const { values, promoCode, userId } = readDraft();
  const isOwn = hasDraft() && (userId === null || userId === me?.id);
  if (!isOwn) return next;
  const typed = { ...next, ...typedValues(values), promoCode, date: '', time: '' };
  return withBlanksFilled(typed, next);
}

type JoinFormProps = JoinProps & {
  /** The dates with a full window. */
  days: readonly Day[];
  me: Me | null;
  onJoined: (joined: Joined) => void;
};

function JoinForm({ days, me, onJoined, askForAccount, onAccount }: JoinFormProps) {
  const promoInput = useRef<HTMLInputElement>(null);
  const [start] = useState(() => startOf(me));
  const [requestId, setRequestId] = useState(newId);
  const [isAny, setAny] = useState(false);
  const { confirm, confirmDialog } = useConfirm();
  const join = trpc.waiting.join.useMutation();
  const beginAsGuest = trpc.booking.beginAsGuest.useMutation();
  const utils = trpc.useUtils();
  const prices = usePrices();
  const priceList = prices.data?.list ?? null;
  const listOf = () => priceList;

  const send = async (read: ReadOrderForm) => {
    const { promoCode, customerPhone, customerEmail, ...order } = read;
    if (promo.isUntried && !(await promo.apply())) {
      if (promoInput.current) focusEvenFolded(promoInput.current);
      return;
    }
    if (account.mismatch?.isRefused) return toastError('Order Not Sent', account.mismatch.text);
    if (cans.isOpen() && !(await confirm(cansQuestion(cans.reason())))) return;
    const contact = await findContact({
      customerPhone,
      customerEmail: customerEmail || undefined,
    });
    if (!contact) return;
    try {
      if (!utils.auth.me.getData()) await beginAsGuest.mutateAsync();
      const joined = await join.mutateAsync({
        ...order,
        ...contact,
        time: isAny ? null : order.time,
        atDockAddress: true,
        promoCode: promoCode || null,
        requestId,
      });
      forgetDraft();
      void utils.waiting.mine.invalidate();
      onJoined(joined);
    } catch (error) {
      const { message, reason } = problemOf(error);
      // After a refusal, the next press is a new request.
      if (reason) setRequestId(newId());
      toastError('Not on the List', message);
      void utils.slots.window.invalidate();
    }
  };
  const form = useOrderForm(start, send);
  const findContact = useFindContact(form, askForAccount);
  const promo = usePromoCode(form);
  const account = useBoatsAndDocks(form);
  const cans = useCansQuestion(form, account.boat, me);
  useFirstBoatAndDock(form, account, useLastAppointment());
  const values = form.watch();
  const day = days.find(({ date }) => date === values.date);
  const full = day?.timeSlots.filter(isFull) ?? [];
  const { order = null, total = null } =
    pricedOrder(values, prices.data?.charged ?? null, { ...promo.terms, listOf }) ?? {};
  const { errors, isSubmitted } = form.formState;
  const set = (field: 'date' | 'time', value: string) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });

  return (
    <Form form={form} className="flex flex-col gap-5">
      <p className="text-muted">
        When a spot opens, we’ll message the first in line. You’ll have {OFFER_MINUTES} minutes to
        take it, between 8:00 AM and 9:00 PM. Joining is free.
      </p>
      <RadioCards
        legend="Date"
        options={days.map(({ date }) => ({ value: date, label: formatLongDate(date) }))}
        value={values.date ?? ''}
        onValueChange={(date) => {
          set('date', date);
          form.setValue('time', '');
          setAny(false);
        }}
        error={errors.date?.message}
      />
      {day ? (
        <RadioCards
          legend="Full window"
          dense
          columns={3}
          options={[
            ...full.map(({ label }) => ({ value: label, label: <TimeRange time={label} /> })),
            ...(day.bookable ? [] : [{ value: ANY, label: 'Any window' }]),
          ]}
          value={isAny ? ANY : (values.time ?? '')}
          onValueChange={(time) => {
            setAny(time === ANY);
            set('time', time === ANY ? (full[0]?.label ?? '') : time);
          }}
          error={errors.time?.message}
        />
      ) : null}
      <OrderFields
        unitPrices={prices.data?.charged ?? null}
        listOf={listOf}
        account={account}
        cans={cans}
      />
      <PromoField promo={promo} inputRef={promoInput} />
      {me === null ? <GuestContactFields form={form} onAccount={onAccount} /> : null}
      <div className="border-t border-edge pt-4">
        <PriceLines quote={total} order={order} testMode={promo.terms.testMode} hideEmpty />
        <p className="mt-3 text-sm text-muted">
          This is today’s price. We’ll show you the price again before you take a spot, and you’ll
          pay $0.00 then. We’ll charge your card after delivery.
        </p>
      </div>
      <Button
        type="submit"
        variant="main"
        size="lg"
        busy={form.formState.isSubmitting}
        busyText="Joining..."
      >
        Join Waiting List
      </Button>
      {confirmDialog}
    </Form>
  );
}

/** Confirms that a person is on the list, or asks them to use the link that we sent. */
function OnTheList({ joined: { entry, confirmBy } }: { joined: Joined }) {
  const when = <WhenWaiting {...entry} />;
  if (confirmBy !== null) {
    return (
      <Callout
        tone="warn"
        icon={confirmBy === 'email' ? 'mail' : 'phone'}
        title={confirmBy === 'email' ? 'Check your email' : 'Check your texts'}
        live
      >
        We sent you a link. Open it and confirm within 24 hours to get in line for {when}.
      </Callout>
    );
  }
  return (
    <Callout tone="success" title={<>You’re on the waiting list for {when}</>} live>
      {entry.place ? `You’re ${entry.place} in line. ` : null}
      We’ll message you as soon as a spot opens for you. You’ll then have {OFFER_MINUTES} minutes to
      take it.
    </Callout>
  );
}
