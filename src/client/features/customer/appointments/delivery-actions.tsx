import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { Icon, type IconName } from '@/client/components/icon';
import { canPayBalance } from '@/domain/payment/charge';
import type { OwnAppointment } from './appointment-text';

export type DeliveryActionsProps = {
  appointment: OwnAppointment;
  onCancel: () => unknown;
  /** Opens the form for the first card. */
  onFinish: () => unknown;
  onChangeCard: () => unknown;
  onPay: () => unknown;
  /** Shows a paid delivery's receipt. Without it, there's no receipt button. */
  onReceipt?: (() => unknown) | undefined;
  /** Called when the person begins to change the delivery. */
  onModify?: (() => unknown) | undefined;
  /**
   * Called when an action in the menu is pressed. The menu repeats the actions that an open delivery shows
   * next to the text that explains them.
   */
  onPressInMenu?: () => void;
};

/** Shows what a customer can do with a delivery, in its menu or below its details. */
export function DeliveryActions(props: DeliveryActionsProps) {
  const { appointment, onReceipt, onPressInMenu: onPress } = props;
  const inMenu = onPress !== undefined;
  const { canModify, canCancel, holdExpiresAt, takesFirstCard, testMode } = appointment;
  const needsCard = holdExpiresAt !== null || takesFirstCard;
  const look = {
    variant: 'quiet',
    size: inMenu ? 'md' : 'sm',
    className: inMenu ? 'w-full' : 'flex-1 whitespace-nowrap',
  } as const;
  const button = (icon: IconName, label: string, onClick: () => unknown) => (
    <Button
      {...look}
      icon={icon}
      onClick={() => {
        onPress?.();
        return onClick();
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {inMenu && canPayBalance(appointment) ? button('dollar', 'Pay', props.onPay) : null}
      {inMenu && needsCard ? button('card', cardLabel(appointment), props.onFinish) : null}
      {canModify ? (
        <Link
          to="/schedule"
          search={{ edit: appointment.id }}
          onClick={() => {
            onPress?.();
            props.onModify?.();
          }}
          className={buttonClass(look)}
        >
          <Icon name="edit" size={20} />
          Modify
        </Link>
      ) : null}
      {/* A card can be changed, or added again after it was removed at Stripe. */}
      {canModify && !needsCard && !testMode
        ? button('card', cardLabel(appointment), props.onChangeCard)
        : null}
      {canCancel ? button('x', 'Cancel', props.onCancel) : null}
      {onReceipt && appointment.status === 'completed' && appointment.balancePaid
        ? button('receipt', 'See Receipt', onReceipt)
        : null}
      {/* The page has its own document, so this isn't a link of the router. */}
      {appointment.page ? (
        <a href={appointment.page} className={buttonClass(look)}>
          <Icon name="pin" size={20} />
          Track Delivery
        </a>
      ) : null}
    </>
  );
}

/** Names the button that saves a delivery's card. */
export function cardLabel({ holdExpiresAt, takesFirstCard, cardSaved }: OwnAppointment): string {
  if (holdExpiresAt !== null) return 'Finish Booking';
  return takesFirstCard || !cardSaved ? 'Add a Card' : 'Change Card';
}
