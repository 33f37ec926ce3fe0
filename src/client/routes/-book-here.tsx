import type { SaveCard } from '@/client/appointment/card-outcome';
import { Panel } from '@/client/components/panel';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { NewBooking } from '@/client/features/customer/booking/new-booking';
import { useMe } from '@/client/lib/session';

type BookHereProps = { saveCard: SaveCard; preload: () => void; onBooked: () => void };

/** The booking form with its account and card dialogs, for / and /schedule. */
export function BookHere({ saveCard, preload, onBooked }: BookHereProps) {
  const account = useAccount();
  const me = useMe();
  return (
    <Panel title="Schedule Fuel Delivery" icon="calendar">
      <NewBooking
        saveCard={saveCard}
        askForAccount={() => account.ask({ view: 'login', offerGuest: true })}
        onBooked={onBooked}
        onBegin={() => {
          preload();
          if (me === null) account.preload();
        }}
      />
    </Panel>
  );
}
