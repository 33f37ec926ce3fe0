import { trpc } from '@/client/lib/trpc';
import { AccessPanel } from './access-panel';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const EVERYBODY = '';

/** Secret addresses that calendar programs subscribe to. */
export function CalendarLinksPanel() {
  const utils = trpc.useUtils();
  const links = trpc.calendar.links.useQuery(undefined, { refetchOnMount: 'always' });
  const drivers = trpc.admin.drivers.useQuery();
  const creating = trpc.calendar.createLink.useMutation();
  const revoking = trpc.calendar.revokeLink.useMutation();
  const refresh = () => utils.calendar.links.invalidate();
  return (
    <AccessPanel
      icon="calendar"
      title="Calendar links"
      subtitle="Deliveries in Google, Apple or Outlook calendars."
      noun="link"
      choice={{
        label: 'Deliveries of',
        options: [
          { value: EVERYBODY, label: 'Everybody' },
          ...(drivers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ],
      }}
      lines={links.data?.map((link) => ({
        id: link.id,
        name: link.name,
        facts: `${link.driverName ?? 'All deliveries'}, made ${dayFormat.format(link.createdAt)}`,
        revocable: true,
      }))}
      isError={links.isError}
      onRetry={() => links.refetch()}
      onCreate={async ({ name, choice }) => {
        const driverId = choice === EVERYBODY ? null : Number(choice);
        const { url } = await creating.mutateAsync({ name, driverId });
        await refresh();
        return url;
      }}
      onRevoke={async (id) => {
        await revoking.mutateAsync({ id });
        await refresh();
      }}
      revokeText="Calendars that follow this link stop being updated. This cannot be taken back."
    />
  );
}
