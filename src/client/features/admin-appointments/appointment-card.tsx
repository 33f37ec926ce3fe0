import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { Money } from '@/client/components/money';
import { STATUS_LABELS } from '@/domain/booking/status';
import { formatDollars } from '@/domain/money';
import { type Appointment, actionsOf, PAYMENT_TONES, STATUS_TONES } from './appointment';
import { CustomerBox, DeliveryFacts, HoldNotice, IceBox, PaymentBox } from './card-parts';

export type CardAction = 'edit' | 'confirm' | 'schedule' | 'complete' | 'cancel' | 'history';

type AppointmentCardProps = {
  appointment: Appointment;
  /** A promise keeps the button busy until it is settled. */
  onAction: (action: CardAction, appointment: Appointment) => unknown;
};

/** One appointment with everything staff need to decide about it, and what they can do. */
export function AppointmentCard({ appointment, onAction }: AppointmentCardProps) {
  const { id, publicCode, status, paymentBadge, paymentChip } = appointment;
  const may = actionsOf(appointment);
  const act = (action: CardAction) => () => onAction(action, appointment);
  const step = may.confirm
    ? ({ action: 'confirm', label: 'Confirm', icon: 'check' } as const)
    : may.schedule
      ? ({ action: 'schedule', label: 'Schedule', icon: 'calendar' } as const)
      : may.complete
        ? ({ action: 'complete', label: 'Complete Service', icon: 'check-circle' } as const)
        : null;
  return (
    <article
      aria-labelledby={`code-${id}`}
      data-appointment={publicCode}
      className="flex flex-col gap-3 rounded-box border border-edge/70 bg-base-100 p-4 shadow-near"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h3 id={`code-${id}`} className="tabular text-lg">
            <span className="font-normal text-muted">Appointment </span>
            {publicCode}
          </h3>
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
            <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
            <Badge tone={PAYMENT_TONES[paymentBadge]}>{paymentBadge}</Badge>
            {/* A test booking says so once. */}
            {paymentChip === paymentBadge ? null : (
              <span className="inline-flex min-h-6 items-center gap-1.5 rounded-full border border-edge px-2.5 text-[0.8125rem] leading-tight font-medium text-muted">
                <Icon name="card" size={14} />
                {paymentChip}
              </span>
            )}
          </p>
        </div>
        <p className="text-end">
          <Money size="lg">{formatDollars(appointment.totalPriceCents)}</Money>
          <span className="block text-sm text-muted">Total price</span>
        </p>
      </header>
      <HoldNotice appointment={appointment} />
      <DeliveryFacts appointment={appointment} />
      <CustomerBox appointment={appointment} />
      <IceBox appointment={appointment} />
      <PaymentBox appointment={appointment} />
      <footer className="mt-auto flex flex-wrap items-center gap-2 border-t border-edge/70 pt-3">
        {step ? (
          <Button size="sm" icon={step.icon} onClick={act(step.action)}>
            {step.label}
          </Button>
        ) : null}
        {may.edit ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={act('edit')}>
            Edit Details
          </Button>
        ) : null}
        {may.cancel ? (
          <Button size="sm" variant="ghost" className="text-error" onClick={act('cancel')}>
            Cancel
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="ghost"
          icon="history"
          className="ms-auto"
          onClick={act('history')}
        >
          History
        </Button>
      </footer>
    </article>
  );
}
