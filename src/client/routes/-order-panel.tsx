import type { SaveCard } from '@/client/appointment/card-outcome';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { useAccount } from '@/client/features/customer/account/account-provider';
import type { OwnAppointment } from '@/client/features/customer/appointments/appointment-text';
import { OwnHold } from '@/client/features/customer/appointments/own-hold';
import { useConfirmed } from '@/client/features/customer/appointments/use-confirmed';
import { BookAppointment } from '@/client/features/customer/order/book-appointment';
import { fetchResolver } from '@/client/features/customer/order/use-order-form';
import { afterPaint } from '@/client/lib/after-paint';
import { fetchedCode } from '@/client/lib/fetched-code';
import { useMe } from '@/client/lib/session';

const fetchConfirmation = fetchedCode(
  () => import('@/client/features/customer/appointments/confirmation'),
  (module) => module.Confirmation,
);

type OrderPanelProps = {
  saveCard: SaveCard;
  /** Called at every touch of the form. */
  preload: () => void;
  /** Called when a person uses the form. */
  onUse?: (() => void) | undefined;
  /** Called 2 seconds after a booking. Without it, the confirmation stays on this page. */
  onBooked?: () => unknown;
};

/** Shows the order form and the current hold on / and /schedule, or the last booking instead. */
export function OrderPanel({ saveCard, preload, onUse, onBooked }: OrderPanelProps) {
  const account = useAccount();
  const me = useMe();
  const confirmed = useConfirmed();
  if (confirmed) return <Confirmed booked={confirmed.booked} onBooked={onBooked} />;
  return (
    <>
      <OwnHold saveCard={saveCard} />
      <Panel title="Schedule Fuel Delivery" icon="calendar" className="scroll-mt-4">
        <BookAppointment
          saveCard={saveCard}
          askForAccount={() => account.ask({ view: 'login', offerGuest: true })}
          onAccount={() => account.ask({ view: 'login' })}
          onBegin={() =>
            afterPaint(() => {
              void fetchResolver();
              preload();
              void fetchConfirmation();
              if (me === null) account.preload();
            })
          }
          onUse={onUse}
        />
      </Panel>
    </>
  );
}

type ConfirmedProps = Pick<OrderPanelProps, 'onBooked'> & {
  /** Null while the appointment is loading. */
  booked: OwnAppointment | null;
};

function Confirmed({ booked, onBooked }: ConfirmedProps) {
  const account = useAccount();
  const me = useMe();
  const { Component, failed, retry } = usePartOfPage(fetchConfirmation);
  if (Component && booked) {
    return (
      <Component
        booked={booked}
        onKeep={me === null ? () => account.ask({ view: 'register' }) : null}
        onBooked={onBooked}
      />
    );
  }
  return (
    <Panel>
      {failed && booked ? (
        <ErrorState title="Your delivery is booked" onRetry={retry}>
          {`Its code is ${booked.publicCode}.`}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your delivery…" rows={1} rowClassName="h-[54rem]" />
      )}
    </Panel>
  );
}
