import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { SkeletonList } from '@/client/components/feedback/states';
import { PageHeader } from '@/client/components/page-header';
import { useAccount } from '@/client/features/customer/account/account-provider';
import { JoinWaiting } from '@/client/features/customer/order/join-waiting';
import { useCardSaving } from '@/client/features/customer/payment/use-card-saving';
import { OwnEntries } from '@/client/features/customer/waiting/own-entries';
import { WaitingEntry } from '@/client/features/customer/waiting/waiting-entry';
import { usePageTitle } from '@/client/lib/page-title';
import { useMe } from '@/client/lib/session';
import { CustomerPage } from './-customer-page';
import { WaysOn } from './-ways-on';

/** Shows one entry of the waiting list to anyone with its link. `/w/new` shows the form to join. */
export const Route = createFileRoute('/w/$token')({ component: WaitingPage });

function WaitingPage() {
  usePageTitle('Waiting List');
  const { token } = Route.useParams();
  const account = useAccount();
  const me = useMe();
  const { saveCard, cardDialog } = useCardSaving();
  return (
    <CustomerPage width="narrow">
      <PageHeader title="Waiting list" back={<BackLink to="/">Back to Scheduling</BackLink>} />
      {token !== 'new' ? (
        <WaitingEntry
          key={token}
          token={token}
          saveCard={saveCard}
          waysOn={<WaysOn onLoggedIn={() => {}} />}
        />
      ) : me === undefined ? (
        <SkeletonList label="Loading…" rows={2} rowClassName="h-40" />
      ) : (
        <div className="flex flex-col gap-5">
          {me ? <OwnEntries /> : null}
          <JoinWaiting
            key={me?.id ?? ''}
            me={me}
            askForAccount={() => account.ask({ view: 'login', offerGuest: true })}
            onAccount={() => account.ask({ view: 'login' })}
          />
        </div>
      )}
      {cardDialog}
    </CustomerPage>
  );
}
