import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { AccountsPanel } from './accounting/accounts-panel';
import { BusinessSettingsForm } from './business-settings-form';
import { CompanyForm } from './company-form';
import { DiscountsPanel } from './discounts/discounts-panel';
import { HomePhotoPanel } from './home-photo-panel';
import { HoursPanel } from './hours-panel';
import { LegalTextForm } from './legal-text-form';
import { LogoPanel } from './logo-panel';
import { MessagesPanel } from './messages/messages-panel';
import { SavedRepliesPanel } from './messages/saved-replies-panel';
import { PeoplePanel } from './people/people-panel';
import { PlacesPanel } from './places/places-panel';
import { PricesPanel } from './prices-panel';
import { TaxesPanel } from './taxes-panel';
import { TimeZonePanel } from './time-zone/time-zone-panel';
import { TrucksPanel } from './trucks/trucks-panel';

/** All settings of the owner. Accountants have the taxes and the accounts. */
export function SettingsScreen() {
  const isOwner = useMay()('business');
  if (!isOwner) {
    return (
      <div className="flex flex-col gap-5">
        <TaxesPanel />
        <AccountsPanel />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <HoursPanel />
      <PricesPanel />
      <TaxesPanel />
      <AccountsPanel />
      <DiscountsPanel />
      <PeoplePanel />
      <BusinessSettings />
      <MessagesPanel />
      <SavedRepliesPanel />
      <PlacesPanel />
      <TrucksPanel />
      <LegalTexts />
    </div>
  );
}

function LegalTexts() {
  const texts = trpc.admin.legalTexts.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (!texts.data || !texts.isFetchedAfterMount) {
    return texts.isError ? (
      <ErrorState title="We couldn’t load the legal texts" onRetry={() => texts.refetch()}>
        {problemOf(texts.error).message}
      </ErrorState>
    ) : (
      <Skeleton className="h-80 rounded-box" />
    );
  }
  return texts.data.map((text) => <LegalTextForm key={text.kind} current={text} />);
}

function BusinessSettings() {
  // Fetch only once, because a later response would change the form while someone types.
  const settings = trpc.admin.businessSettings.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (settings.data && settings.isFetchedAfterMount) {
    return (
      <>
        <CompanyForm settings={settings.data} />
        <TimeZonePanel />
        <LogoPanel />
        <HomePhotoPanel />
        <BusinessSettingsForm settings={settings.data} />
      </>
    );
  }
  return settings.isError ? (
    <ErrorState title="We couldn’t load the settings" onRetry={() => settings.refetch()}>
      {problemOf(settings.error).message}
    </ErrorState>
  ) : (
    <Skeleton className="h-[36rem] rounded-box" />
  );
}
