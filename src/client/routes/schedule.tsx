import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BackLink } from '@/client/components/back-link';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { useCardSaving } from '@/client/features/customer/payment/use-card-saving';
import { fetchedCode } from '@/client/lib/fetched-code';
import { usePageTitle } from '@/client/lib/page-title';
import { UNREACHABLE } from '@/client/lib/problem';
import { fromAddress, textOf } from '@/client/lib/search';
import { linkOf, showDelivery } from '@/client/lib/shown-delivery';
import { CustomerPage } from './-customer-page';
import { OrderPanel } from './-order-panel';

/** Most orders are never changed, so this code isn't part of the first page. */
const fetchChange = fetchedCode(
  () => import('./-edit-appointment'),
  (module) => module.EditAppointment,
);

export const Route = createFileRoute('/schedule')({
  /** `?edit={id}` changes an appointment. */
  validateSearch: (search) => fromAddress({ edit: textOf(search.edit) }),
  component: SchedulePage,
});

function SchedulePage() {
  const { edit } = Route.useSearch();
  const title = edit ? 'Modify Delivery' : 'Schedule Delivery';
  usePageTitle(title);
  return (
    <CustomerPage width="text">
      <PageHeader
        title={title}
        subtitle={
          edit
            ? 'Your card stays the same. You won’t be charged before delivery.'
            : 'Fuel and ice, brought to your boat.'
        }
        back={<BackLink to="/">Back to Home</BackLink>}
      />
      {edit ? <Edit key={edit} id={edit} /> : <Book />}
    </CustomerPage>
  );
}

function Book() {
  const navigate = useNavigate();
  const goHome = useCallback(() => navigate({ to: '/' }), [navigate]);
  const { saveCard, cardDialog, preload } = useCardSaving();
  return (
    <>
      <OrderPanel saveCard={saveCard} preload={preload} onBooked={goHome} />
      {cardDialog}
    </>
  );
}

function Edit({ id }: { id: string }) {
  const navigate = useNavigate();
  const { Component, failed, retry } = usePartOfPage(fetchChange);
  const showSaved = () => {
    const token = linkOf(id);
    showDelivery(id);
    return token === null
      ? navigate({ to: '/' })
      : navigate({ to: '/d/$token', params: { token } });
  };
  return (
    <Panel title="Your delivery" icon="edit">
      {Component ? (
        <Component id={id} onSaved={() => void showSaved()} />
      ) : failed ? (
        <ErrorState title="We couldn’t open this delivery" onRetry={retry}>
          {UNREACHABLE}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your delivery…" rows={6} rowClassName="h-14" />
      )}
    </Panel>
  );
}
