import type { SaveCard } from '@/client/appointment/card-outcome';
import { Panel } from '@/client/components/panel';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { OwnHold } from '@/client/features/customer/appointments/own-hold';
import { BookAppointment } from '@/client/features/customer/order/book-appointment';
import { useMe } from '@/client/lib/session';

type OrderPanelProps = {
  saveCard: SaveCard;
  /** Called at every touch of the form. */
  preload: () => void;
  /** Called when a person uses the form. */
  onUse?: (() => void) | undefined;
  onBooked: (hasGoneOn: () => boolean) => void;
};

/** Shows the order form and the current hold on / and /schedule. */
export function OrderPanel({ saveCard, preload, onUse, onBooked }: OrderPanelProps) {
  const account = useAccount();
  const me = useMe();
  return (
    <>
      <OwnHold saveCard={saveCard} />
      <Panel title="Schedule Fuel Delivery" icon="calendar">
        <BookAppointment
          saveCard={saveCard}
          askForAccount={() => account.ask({ view: 'login', offerGuest: true })}
          onAccount={() => account.ask({ view: 'login' })}
          onBooked={onBooked}
          onBegin={() => {
            preload();
            if (me === null) account.preload();
          }}
          onUse={onUse}
        />
      </Panel>
    </>
  );
}
