import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BackLink } from '@/client/components/back-link';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { ChangeAppointment } from '@/client/features/customer/order/change-appointment';
import { useCardSaving } from '@/client/features/customer/payment/use-card-saving';
import { usePageTitle } from '@/client/lib/page-title';
import { fromAddress, textOf } from '@/client/lib/search';
import { CustomerPage } from './-customer-page';
import { OrderPanel } from './-order-panel';
import { WaysOn } from './-ways-on';

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
            ? 'Your card stays as it is. Nothing is charged before the delivery.'
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
  const { saveCard, cardDialog, preload } = useCardSaving();
  return (
    <>
      <OrderPanel saveCard={saveCard} preload={preload} onBooked={() => navigate({ to: '/' })} />
      {cardDialog}
    </>
  );
}

function Edit({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <Panel title="Your delivery" icon="edit">
      <ChangeAppointment id={id} onSaved={() => void navigate({ to: '/' })} waysOn={<WaysOn />} />
    </Panel>
  );
}
