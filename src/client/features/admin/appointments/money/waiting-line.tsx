import { Link } from '@tanstack/react-router';
import { Badge, type Tone } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { PhoneLink } from '@/client/components/phone-link';
import { useNow } from '@/client/lib/now';
import { formatMonthDay, formatRelativeTime } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { WAITING_FACTS, type WaitingKind } from '@/domain/payment/waiting-money';
import { actionsOf } from '../appointment';
import type { CardAction } from '../appointment-card';
import { HeldButtons } from './held-buttons';
import { PayLinkButtons } from './pay-link-buttons';
import type { WaitingItem } from './waiting-item';

const TONES: Record<WaitingKind, Tone> = {
  declined: 'red',
  needs_authentication: 'orange',
  under_way: 'yellow',
  to_review: 'yellow',
  refund_failed: 'red',
  disputed: 'red',
};

const quiet = buttonClass({ variant: 'quiet', size: 'sm' });

type WaitingLineProps = {
  item: WaitingItem;
  onAction: (action: CardAction) => unknown;
};

/** One thing that waits: how much, why, since when, for whom, and what can be done. */
export function WaitingLine({ item, onAction }: WaitingLineProps) {
  const { kind, since, cents, appointment } = item;
  const now = useNow(60_000);
  const { id, publicCode, date, customerPhone, customerAccountPhone } = appointment;
  const phone = customerAccountPhone ?? customerPhone;
  return (
    <li
      data-waiting={kind}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-edge/60 py-2 last:border-b-0"
    >
      <p className="tabular min-w-24 text-lg font-semibold">{formatDollars(cents)}</p>
      <div className="wrap-anywhere min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Badge tone={TONES[kind]}>{WAITING_FACTS[kind].label}</Badge>
          <span className="text-muted">{formatRelativeTime(since, now)}</span>
        </p>
        <p>
          <Link
            to="/admin"
            search={{ view: 'day', day: date, open: id }}
            className="tabular link font-semibold"
          >
            {publicCode}
          </Link>
          {` · ${appointment.customerFullName ?? 'Guest'} · ${formatMonthDay(date)} ${date.slice(0, 4)}`}
          {phone ? (
            <>
              {' · '}
              <PhoneLink phone={phone} className="tabular link link-hover" />
            </>
          ) : null}
        </p>
        {appointment.chargeError && WAITING_FACTS[kind].isOwed ? (
          <p className="text-sm text-muted">{appointment.chargeError}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <LineActions item={item} onAction={onAction} />
      </div>
    </li>
  );
}

function LineActions({ item, onAction }: WaitingLineProps) {
  const { kind, appointment } = item;
  const may = actionsOf(appointment);
  switch (kind) {
    case 'to_review':
      return <HeldButtons item={item} />;
    case 'refund_failed':
      return may.refund ? (
        <Button size="sm" variant="quiet" onClick={() => onAction('refund')}>
          Refund again
        </Button>
      ) : null;
    case 'disputed':
      return (
        <Link to="/admin/evidence/$id" params={{ id: appointment.id }} className={quiet}>
          Evidence
        </Link>
      );
    default:
      return (
        <>
          {may.retry ? (
            <Button size="sm" icon="card" onClick={() => onAction('retry')}>
              Retry charge
            </Button>
          ) : null}
          {may.cash ? (
            <Button size="sm" variant="quiet" icon="dollar" onClick={() => onAction('cash')}>
              Record cash
            </Button>
          ) : null}
          {kind === 'under_way' ? null : <PayLinkButtons appointment={appointment} />}
        </>
      );
  }
}
