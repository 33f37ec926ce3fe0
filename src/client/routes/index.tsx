import { createFileRoute, redirect } from '@tanstack/react-router';
import { Hero } from '@/client/components/hero';
import { useAccount } from '@/client/features/customer/account/account-provider';
import {
  ScheduledAppointments,
  useIsUnderWay,
} from '@/client/features/customer/appointments/scheduled-appointments';
import { UnderWay } from '@/client/features/customer/appointments/under-way';
import { useBalancePayment } from '@/client/features/customer/payment/use-balance-payment';
import { useCardSaving } from '@/client/features/customer/payment/use-card-saving';
import { FuelPriceCard } from '@/client/features/customer/prices/fuel-price-card';
import { ProfileButtons } from '@/client/features/customer/profile/profile-buttons';
import { useReceipt } from '@/client/features/customer/profile/use-receipt';
import { WeatherPanel } from '@/client/features/customer/weather/weather-panel';
import { WelcomePanel } from '@/client/features/customer/welcome/welcome-panel';
import { useJustBooked } from '@/client/lib/just-booked';
import { usePageTitle } from '@/client/lib/page-title';
import { textOf, withoutUndefined } from '@/client/lib/search';
import { useMe } from '@/client/lib/session';
import { showDelivery } from '@/client/lib/shown-delivery';
import { trpc } from '@/client/lib/trpc';
import { useFrozenWhileEditing } from '@/client/lib/use-frozen-while-editing';
import { canPayBalance } from '@/domain/payment/charge';
import { CustomerPage } from './-customer-page';
import { OrderPanel } from './-order-panel';

export const Route = createFileRoute('/')({
  /** Old emails link to a delivery with `?manage={token}`. */
  validateSearch: (search) => withoutUndefined({ manage: textOf(search.manage) }),
  beforeLoad({ search: { manage } }) {
    if (manage) throw redirect({ to: '/d/$token', params: { token: manage }, replace: true });
  },
  component: HomePage,
});

function HomePage() {
  usePageTitle();
  return (
    <CustomerPage
      hero={
        <Hero
          title="Fuel Delivery at Your Dock"
          subtitle="Gas and ice while you stay aboard. Pay after delivery."
        />
      }
    >
      <Home />
    </CustomerPage>
  );
}

/**
 * Shows the order form first, or the deliveries if one was urgent before the form was used. From a
 * width of 1024 px, the form is on the right.
 */
function Home() {
  const account = useAccount();
  const me = useMe();
  const isUnderWay = useIsUnderWay();
  const deliveriesFirst = useFrozenWhileEditing(isUnderWay, me?.id);
  // An urgent delivery stays at the top even after, for example, its balance was paid.
  if (isUnderWay) deliveriesFirst.keep();
  // A new booking comes before everything else, and its row in the list before the weather.
  const isBooked = useJustBooked() !== null;
  const listIsFirst = deliveriesFirst.value && !isBooked;
  const { saveCard, cardDialog, preload } = useCardSaving();
  const { payBalance: pay, balanceDialog } = useBalancePayment();
  const { data: list = [] } = trpc.booking.list.useQuery();
  const utils = trpc.useUtils();
  const payBalance: typeof pay = async (appointment) => {
    const outcome = await pay(appointment);
    const paid = utils.booking.list.getData()?.find(({ id }) => id === appointment.id);
    if (paid && !canPayBalance(paid)) showDelivery(paid.id);
    return outcome;
  };
  const { showReceipt, receiptDialog } = useReceipt();
  const form = (
    // The column is set, so that the part appears there even if the rest of the page arrives later.
    <div key="form" className="min-w-0 lg:col-span-7 lg:col-start-6 lg:row-start-1">
      <OrderPanel saveCard={saveCard} preload={preload} onUse={deliveriesFirst.keep} />
    </div>
  );
  // Signed-in customers look for their deliveries first, so these panels come last on a phone.
  const lastOnPhone = 'flex flex-col gap-5 max-lg:order-last lg:gap-6';
  const around = (
    <div
      key="around"
      className={me || deliveriesFirst.value || isBooked ? lastOnPhone : 'contents'}
    >
      <WeatherPanel />
      <FuelPriceCard />
    </div>
  );
  const appointments = (
    <div key="deliveries" className="min-w-0">
      <ScheduledAppointments
        saveCard={saveCard}
        payBalance={payBalance}
        showReceipt={showReceipt}
        signedIn={Boolean(me)}
        footer={<ProfileButtons />}
        welcome={<WelcomePanel onLogin={() => void account.ask({ view: 'login' })} />}
      />
    </div>
  );
  const beside = (
    <div
      key="beside"
      className="contents min-w-0 flex-col gap-5 lg:col-span-5 lg:col-start-1 lg:row-start-1 lg:flex lg:gap-6"
    >
      {deliveriesFirst.value || isBooked ? [appointments, around] : [around, appointments]}
    </div>
  );
  // The order is changed in the document and not only on screen, because screen readers and the Tab
  // key follow the document.
  return (
    <>
      {deliveriesFirst.value ? (
        <UnderWay appointments={list} onPay={(one) => payBalance(one)} />
      ) : null}
      <div className="grid items-start gap-5 lg:grid-cols-12 lg:gap-6">
        {listIsFirst ? [beside, form] : [form, beside]}
        {cardDialog}
        {balanceDialog}
        {receiptDialog}
      </div>
    </>
  );
}
