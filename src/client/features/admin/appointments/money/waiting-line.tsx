import { Link } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { PayLinkButtons } from '@/client/appointment/pay-link-buttons';
import { shortDate } from '@/client/appointment/short-date';
import { Badge, type Tone } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { PhoneLink } from '@/client/components/phone-link';
import { useMay } from '@/client/identity/use-may';
import { useNow } from '@/client/lib/now';
import { formatRelativeTime } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { WAITING_FACTS, type WaitingKind } from '@/domain/payment/waiting-money';
import type { CardAction } from '../appointment-card';
import { useActions } from '../use-actions';
import { HeldButtons } from './charge-review-buttons';
import { type WaitingItem, waitingButtonId } from './waiting-item';

const TONES: Record<WaitingKind, Tone> = {
  declined: 'red',
  to_collect: 'yellow',
  needs_authentication: 'orange',
  under_way: 'yellow',
  to_review: 'yellow',
  refund_failed: 'red',
  disputed: 'red',
};

const quiet = buttonClass({ variant: 'quiet', size: 'sm' });

type LineActionsProps = {
  item: WaitingItem;
  onAction: (action: CardAction) => unknown;
};

type WaitingLineProps = LineActionsProps & {
  /** True if the item is settled, or is now on another page. Its buttons are hidden then. */
  isGone: boolean;
  /** True if the side panel shows its appointment. */
  isOpen: boolean;
  onOpen: () => void;
};

/** An open payment: amount, status, age, customer, and actions. */
export function WaitingLine({ item, isGone, isOpen, onOpen, onAction }: WaitingLineProps) {
  const { key, kind, since, cents, appointment } = item;
  const now = useNow(60_000);
  const { publicCode, date, customerPhone, customerAccountPhone } = appointment;
  const phone = customerAccountPhone ?? customerPhone;
  const line = useRef<HTMLLIElement>(null);
  const opens = useMay()('deliveries');
  useKeptFocus(line, isGone, waitingButtonId(key));
  return (
    <li
      ref={line}
      data-waiting={kind}
      data-line={publicCode}
      className={classNames(
        '-mx-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-edge/60 px-3 py-2 last:border-b-0',
        isOpen && 'chosen-line',
      )}
    >
      <p
        className={classNames(
          'tabular min-w-24 text-lg font-semibold',
          isGone && 'text-muted line-through',
        )}
      >
        {formatDollars(cents)}
      </p>
      <div className="wrap-anywhere min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Badge tone={isGone ? 'grey' : TONES[kind]}>{WAITING_FACTS[kind].label}</Badge>
          <span className="text-muted">{formatRelativeTime(since, now)}</span>
        </p>
        <p>
          <button
            id={waitingButtonId(key)}
            type="button"
            aria-pressed={isOpen}
            className="tabular link inline-flex cursor-pointer items-center rounded-selector font-semibold max-sm:min-h-11"
            disabled={!opens}
            onClick={onOpen}
          >
            {publicCode}
          </button>
          {` · ${appointment.customerFullName ?? 'Guest'} · ${shortDate(date)}`}
          {phone ? (
            <>
              {' · '}
              <PhoneLink phone={phone} className="tabular link link-hover whitespace-nowrap" />
            </>
          ) : null}
        </p>
        {appointment.chargeError && WAITING_FACTS[kind].isOwed ? (
          <p className="text-sm text-muted">{appointment.chargeError}</p>
        ) : null}
      </div>
      {/* Hidden buttons keep their space, so that the lines below don't move. */}
      <div className="relative">
        {isGone ? (
          <p className="absolute inset-0 flex items-center text-muted">
            Settled or moved to another page
          </p>
        ) : null}
        <div className={classNames('flex flex-wrap gap-2', isGone && 'invisible')}>
          <LineActions item={item} onAction={onAction} />
        </div>
      </div>
    </li>
  );
}

/** If the focused button is hidden, moves the focus to the button of its line. */
function useKeptFocus(line: RefObject<HTMLLIElement | null>, isGone: boolean, buttonId: string) {
  // A layout effect runs before the browser moves the focus to the top of the page.
  useLayoutEffect(() => {
    const at = document.activeElement;
    const isLost = line.current?.contains(at) && !at?.checkVisibility({ visibilityProperty: true });
    if (isGone && isLost) document.getElementById(buttonId)?.focus();
  }, [line, isGone, buttonId]);
}

function LineActions({ item, onAction }: LineActionsProps) {
  const { kind, appointment } = item;
  const may = useActions(appointment);
  const mayWork = useMay();
  if (!mayWork('deliveries')) return null;
  switch (kind) {
    case 'to_review':
      return <HeldButtons item={item} />;
    case 'refund_failed':
      return may.refund ? (
        <Button size="sm" variant="quiet" onClick={() => onAction('refund')}>
          Refund Again
        </Button>
      ) : null;
    case 'disputed':
      return mayWork('business') ? (
        <Link to="/admin/evidence/$id" params={{ id: appointment.id }} className={quiet}>
          View Evidence
        </Link>
      ) : null;
    default:
      return (
        <>
          {may.retry ? (
            <Button size="sm" icon="card" onClick={() => onAction('retry')}>
              Retry Charge
            </Button>
          ) : null}
          {may.cash ? (
            <Button size="sm" variant="quiet" icon="dollar" onClick={() => onAction('cash')}>
              Record Cash
            </Button>
          ) : null}
          {kind === 'under_way' ? null : <PayLinkButtons appointment={appointment} />}
        </>
      );
  }
}
