import { PayLinkButtons } from '@/client/appointment/pay-link-buttons';
import { PAYMENT_TONES, STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { Money } from '@/client/components/money';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';
import { BeyondAreaNotice, CardNotice, HoldNotice } from './card-notices';
import { CustomerBox, DeliveryFacts, IceBox, PaymentBox } from './card-parts';
import { DisputeBox } from './dispute-box';
import { useActions } from './use-actions';

export type CardAction =
  | 'edit'
  | 'reschedule'
  | 'change-driver'
  | 'turn-back'
  | 'confirm'
  | 'schedule'
  | 'complete'
  | 'cancel'
  | 'history'
  | 'messages'
  | 'retry'
  | 'cash'
  | 'refund'
  | 'correct'
  | 'record';

/** Two buttons per row if they fit, each with its label on one line. */
const half = 'flex-1 whitespace-nowrap';

/** The keys of the main actions, shown as tooltips. */
const KEY_TITLES: Partial<Record<CardAction, string>> = {
  confirm: 'Confirm (C)',
  schedule: 'Schedule (S)',
  edit: 'Edit Details (E)',
  reschedule: 'Reschedule (R)',
  'change-driver': 'Change Driver (A)',
};

type AppointmentCardProps = {
  appointment: Appointment;
  /** If it returns a promise, the button stays busy until it settles. */
  onAction: (action: CardAction, appointment: Appointment) => unknown;
  /** True on the board, which shows many cards. */
  isFolded?: boolean;
};

/** An appointment with its facts and the actions that staff may take now. */
export function AppointmentCard({ appointment, onAction, isFolded = false }: AppointmentCardProps) {
  const { id, publicCode, status, paymentBadge, paymentChip } = appointment;
  // If no card was ever saved, nothing was declined, so this isn't shown as an alarm.
  const isToCollect = paymentBadge === 'Payment Failed' && paymentChip === 'No card';
  const may = useActions(appointment);
  const act = (action: CardAction) => () => onAction(action, appointment);
  const step = may.confirm
    ? ({ action: 'confirm', label: 'Confirm', icon: 'check' } as const)
    : may.schedule
      ? ({ action: 'schedule', label: 'Schedule', icon: 'calendar' } as const)
      : may.complete
        ? ({ action: 'complete', label: 'Complete Service', icon: 'check-circle' } as const)
        : may.record
          ? ({ action: 'record', label: 'Record Delivery', icon: 'check-circle' } as const)
          : null;
  return (
    <article
      aria-labelledby={`code-${id}`}
      data-appointment={publicCode}
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-box border border-edge/70 bg-base-100 p-4 shadow-near"
    >
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 id={`code-${id}`} className="tabular text-lg">
            <span className="sr-only">Appointment </span>
            {publicCode}
          </h3>
          <Money size="lg">
            <span className="sr-only">Total price </span>
            {formatDollars(appointment.totalPriceCents)}
          </Money>
        </div>
        <p className="flex flex-wrap items-center gap-1">
          <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
          <Badge tone={isToCollect ? 'yellow' : PAYMENT_TONES[paymentBadge]}>{paymentBadge}</Badge>
          {/* For a test appointment, the badge and the chip have the same text, so only one is shown. */}
          {paymentChip === paymentBadge ? null : (
            <span className="inline-flex min-h-6 items-center rounded-full border border-edge px-2 text-sm leading-tight font-medium text-muted">
              {paymentChip}
            </span>
          )}
        </p>
        {paymentBadge === 'Authorized' && paymentChip === 'No card' ? (
          <p className="text-sm text-muted">
            Authorized by staff. There’s no saved card to charge.
          </p>
        ) : null}
      </header>
      <HoldNotice appointment={appointment} />
      <BeyondAreaNotice appointment={appointment} />
      <CardNotice appointment={appointment} />
      <DeliveryFacts appointment={appointment} isFolded={isFolded} />
      <CustomerBox appointment={appointment} />
      <IceBox appointment={appointment} />
      <PaymentBox appointment={appointment} />
      <DisputeBox appointment={appointment} />
      {/* In the side panel, the actions stay visible while the card scrolls. */}
      <footer className="mt-auto flex flex-wrap items-center gap-2 border-t border-edge/70 pt-3 [aside_&]:sticky [aside_&]:bottom-0 [aside_&]:bg-base-100 [aside_&]:pb-2">
        {step ? (
          <Button
            size="sm"
            icon={step.icon}
            className="basis-full"
            data-action={step.action}
            title={KEY_TITLES[step.action]}
            onClick={act(step.action)}
          >
            {step.label}
          </Button>
        ) : null}
        {may.edit ? (
          <Button
            size="sm"
            variant="quiet"
            className={half}
            data-action="edit"
            title={KEY_TITLES.edit}
            onClick={act('edit')}
          >
            Edit Details
          </Button>
        ) : null}
        {may.reschedule ? (
          <Button
            size="sm"
            variant="quiet"
            className={half}
            data-action="reschedule"
            title={KEY_TITLES.reschedule}
            onClick={act('reschedule')}
          >
            Reschedule
          </Button>
        ) : null}
        {may.changeDriver ? (
          <Button
            size="sm"
            variant="quiet"
            className={half}
            data-action="change-driver"
            title={KEY_TITLES['change-driver']}
            onClick={act('change-driver')}
          >
            Change Driver
          </Button>
        ) : null}
        {may.turnBack ? (
          <Button size="sm" variant="quiet" className={half} onClick={act('turn-back')}>
            Undo En Route
          </Button>
        ) : null}
        {may.record && step?.action !== 'record' ? (
          <Button size="sm" variant="quiet" className={half} onClick={act('record')}>
            Record Delivery
          </Button>
        ) : null}
        {may.retry ? (
          <Button size="sm" icon="card" className="basis-full" onClick={act('retry')}>
            Retry Charge
          </Button>
        ) : null}
        {may.cash ? (
          <Button size="sm" variant="quiet" icon="dollar" className={half} onClick={act('cash')}>
            Record Cash
          </Button>
        ) : null}
        {may.cash ? <PayLinkButtons appointment={appointment} /> : null}
        {may.correct ? (
          <Button size="sm" variant="quiet" className="flex-1" onClick={act('correct')}>
            Correct Delivery
          </Button>
        ) : null}
        {may.refund ? (
          <Button
            size="sm"
            variant="ghost"
            className={`${half} text-error`}
            onClick={act('refund')}
          >
            Refund
          </Button>
        ) : null}
        {may.cancel ? (
          <Button
            size="sm"
            variant="ghost"
            className={`${half} text-error`}
            onClick={act('cancel')}
          >
            Cancel
          </Button>
        ) : null}
        {may.messages ? (
          <IconButton
            size="sm"
            icon="mail"
            label="Messages"
            data-action="messages"
            onClick={act('messages')}
          />
        ) : null}
        {may.edit ? (
          <IconButton
            size="sm"
            icon="history"
            label="Photos and History"
            onClick={act('history')}
          />
        ) : (
          <Button
            size="sm"
            variant="quiet"
            icon="history"
            className="flex-auto"
            onClick={act('history')}
          >
            Photos and History
          </Button>
        )}
      </footer>
    </article>
  );
}
