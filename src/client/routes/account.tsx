import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BackLink } from '@/client/components/back-link';
import { buttonClass } from '@/client/components/button';
import { EmptyState, ErrorState, Skeleton } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PageHeader } from '@/client/components/page-header';
import { SessionList } from '@/client/components/session-list';
import { Tabs } from '@/client/components/tabs';
import { useAddingCard } from '@/client/features/customer/payment/use-adding-card';
import { CardList } from '@/client/features/customer/settings/card-list';
import { OwnBoats } from '@/client/features/customer/settings/own-boats';
import { OwnDataPanel } from '@/client/features/customer/settings/own-data-panel';
import { OwnDocks } from '@/client/features/customer/settings/own-docks';
import { PreferencesForm } from '@/client/features/customer/settings/preferences-form';
import { ProfileForm } from '@/client/features/customer/settings/profile-form';
import { RecurringList } from '@/client/features/customer/settings/recurring-list';
import { SecurityForm } from '@/client/features/customer/settings/security-form';
import { TextsPanel } from '@/client/features/customer/settings/texts-panel';
import { OwnEntries } from '@/client/features/customer/waiting/own-entries';
import { FactorsPanel } from '@/client/identity/factors-panel';
import { usePageTitle } from '@/client/lib/page-title';
import { problemOf } from '@/client/lib/problem';
import { fromAddress, oneOf, textOf } from '@/client/lib/search';
import { type Me, useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { CustomerPage } from './-customer-page';

const TABS = ['profile', 'security', 'preferences'] as const;
type TabId = (typeof TABS)[number];

export const Route = createFileRoute('/account')({
  /** `?repeat={id}` opens the form that makes a past delivery recurring. */
  validateSearch: (search) =>
    fromAddress({ tab: oneOf(TABS, search.tab), repeat: textOf(search.repeat) }),
  component: AccountPage,
});

function AccountPage() {
  usePageTitle('Account Settings');
  const { isError, error, refetch } = trpc.auth.me.useQuery();
  const me = useMe();
  const isReady = useListsOnce(Boolean(me));
  return (
    <CustomerPage width="text">
      <PageHeader title="Account Settings" back={<BackLink to="/">Back to Scheduling</BackLink>} />
      {me && isReady ? (
        <Settings me={me} />
      ) : isError ? (
        <ErrorState title="We couldn’t load your account" onRetry={() => refetch()}>
          {problemOf(error).message}
        </ErrorState>
      ) : me !== null ? (
        <div role="status" className="flex flex-col gap-4">
          <span className="sr-only">Loading your account…</span>
          <Skeleton className="h-10 w-64" />
          <Skeleton className="h-[85dvh]" />
        </div>
      ) : (
        <EmptyState
          icon={OTHER_ICONS.lock}
          title="Authentication Required"
          action={
            <Link to="/" className={buttonClass({ variant: 'main' })}>
              Return to Home
            </Link>
          }
        >
          Please log in to access your account settings.
        </EmptyState>
      )}
    </CustomerPage>
  );
}

/**
 * True once the lists of the first tab have loaded or failed. If they appeared one by one, each
 * would push down the ones below.
 */
function useListsOnce(enabled: boolean): boolean {
  const { tab = 'profile' } = Route.useSearch();
  const [first] = useState(tab);
  const ofProfile = { enabled: enabled && first === 'profile' };
  const ofPreferences = { enabled: enabled && first === 'preferences' };
  const lists = [
    trpc.account.boats.useQuery(undefined, ofProfile),
    trpc.account.docks.useQuery(undefined, ofProfile),
    trpc.account.cards.useQuery(undefined, ofPreferences),
    trpc.account.texts.useQuery(undefined, ofPreferences),
    trpc.account.recurring.useQuery(undefined, ofPreferences),
    trpc.waiting.mine.useQuery(undefined, ofPreferences),
    trpc.auth.sessions.useQuery(undefined, { enabled: enabled && first === 'security' }),
  ];
  const [hasBeen, setHasBeen] = useState(false);
  const isReady = enabled && lists.every(({ isLoading }) => !isLoading);
  useEffect(() => {
    if (isReady) setHasBeen(true);
  }, [isReady]);
  return isReady || hasBeen;
}

/** Shows a signed-in customer's three tabs. The address names the open one. */
function Settings({ me }: { me: Me }) {
  const { tab = 'profile', repeat } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { addCard, addingDialog } = useAddingCard();
  return (
    <Tabs
      label="Account settings"
      items={[
        { id: 'profile', label: 'Profile' },
        { id: 'security', label: 'Security' },
        { id: 'preferences', label: 'Preferences' },
      ]}
      value={tab}
      onChange={(id) => void navigate({ search: { tab: id as TabId }, replace: true })}
    >
      <div className="mt-5 flex flex-col gap-5">
        {/* The key empties the forms when another user signs in. */}
        {tab === 'profile' ? (
          <>
            <ProfileForm key={me.id} me={me} />
            <OwnBoats />
            <OwnDocks />
          </>
        ) : null}
        {tab === 'preferences' ? (
          <>
            <PreferencesForm key={me.id} me={me} />
            <TextsPanel />
            <CardList addCard={addCard} />
            <RecurringList
              repeat={repeat}
              onRepeated={() => void navigate({ search: { tab }, replace: true })}
            />
            <OwnEntries />
            {addingDialog}
          </>
        ) : null}
        {tab === 'security' ? (
          <>
            <SecurityForm me={me} />
            {me.role === 'customer' ? null : <FactorsPanel />}
            <SessionList />
            {me.role === 'customer' ? <OwnDataPanel /> : null}
          </>
        ) : null}
      </div>
    </Tabs>
  );
}
