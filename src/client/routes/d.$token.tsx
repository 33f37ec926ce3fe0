import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PageHeader } from '@/client/components/page-header';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { LinkedAppointment } from '@/client/features/customer/appointments/linked-appointment';
import { useBalancePayment } from '@/client/features/customer/payment/use-balance-payment';
import { useCardSaving } from '@/client/features/customer/payment/use-card-saving';
import { DeliveryDetails } from '@/client/features/customer/profile/delivery-details';
import { PrintReceipt } from '@/client/features/customer/profile/print-receipt';
import { DeliveryTexts } from '@/client/features/customer/settings/delivery-texts';
import { usePageTitle } from '@/client/lib/page-title';
import { fromAddress, textOf } from '@/client/lib/search';
import { CustomerPage } from './-customer-page';
import { WaysOn } from './-ways-on';

/** Shows one delivery to anyone with its link. */
export const Route = createFileRoute('/d/$token')({
  /**
   * `?pay=now` opens the payment of the balance, and `?pay=card` the form for a card. Without parameters, the server shows the delivery's
   * own page (src/client/delivery-page), so `?open=all` opens this one.
   */
  validateSearch: (search) => fromAddress({ pay: textOf(search.pay), open: textOf(search.open) }),
  component: DeliveryPage,
});

function DeliveryPage() {
  usePageTitle('Your Delivery');
  const { token } = Route.useParams();
  const { pay } = Route.useSearch();
  const navigate = useNavigate();
  const { saveCard, cardDialog } = useCardSaving();
  const { payBalance, balanceDialog } = useBalancePayment();
  const { ask } = useAccount();
  const signIn = useCallback(async () => {
    // The page opens again as its customer, who can then change the card.
    if (await ask({ view: 'login' })) location.reload();
  }, [ask]);
  return (
    <CustomerPage width="narrow">
      <PageHeader title="Your delivery" />
      <LinkedAppointment
        key={token}
        token={token}
        saveCard={saveCard}
        payBalance={payBalance}
        paysAtOnce={pay !== undefined}
        changesCard={pay === 'card'}
        signIn={signIn}
        receiptOf={(delivery) => (
          <>
            <DeliveryDetails delivery={delivery} />
            <PrintReceipt id={delivery.id} className="no-print mt-5" />
          </>
        )}
        textsOf={({ id }) => <DeliveryTexts id={id} />}
        waysOn={<WaysOn onLoggedIn={() => navigate({ to: '/' })} />}
        onReplaced={(next) =>
          void navigate({ to: '/d/$token', params: { token: next }, replace: true })
        }
      />
      {cardDialog}
      {balanceDialog}
    </CustomerPage>
  );
}
