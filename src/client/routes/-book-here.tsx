import { Panel } from '@/client/components/panel';
import { useAccount } from '@/client/features/account/account-provider';
import { NewBooking } from '@/client/features/booking/new-booking';
import type { SaveCard } from '@/client/lib/card-outcome';
import { useMe } from '@/client/lib/session';

type BookHereProps = { saveCard: SaveCard; preload: () => void; onBooked: () => void };

/** The booking form with the account and the card around it, the same on / and /schedule. */
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
