import { useState } from 'react';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import { newFeedLinkSchema } from '@/domain/access/access.schema';
import { AccessPanel } from './access-panel';
import { SecretForm } from './secret-form';

/** Secret addresses that calendar programs subscribe to. */
export function FeedLinksPanel() {
  const { formatDay } = useInstants();
  const utils = trpc.useUtils();
  const links = trpc.calendar.links.useQuery(undefined, { refetchOnMount: 'always' });
  const revoking = trpc.calendar.revokeLink.useMutation();
  return (
    <AccessPanel
      icon="calendar"
      title="Calendar links"
      subtitle="Show deliveries in Google, Apple, or Outlook calendars."
      noun="Link"
      lines={links.data?.map((link) => ({
        id: link.id,
        name: link.name,
        facts: `${link.driverName ?? 'All deliveries'}, created ${formatDay(link.createdAt)}`,
        revocable: true,
      }))}
      isError={links.isError}
      onRetry={() => links.refetch()}
      onRevoke={async (id) => {
        await revoking.mutateAsync({ id });
        await utils.calendar.links.invalidate();
      }}
      revokeText="Calendars that use this link will stop updating. This can’t be undone."
    >
      <NewLinkForm />
    </AccessPanel>
  );
}

function NewLinkForm() {
  const utils = trpc.useUtils();
  const drivers = trpc.admin.drivers.useQuery();
  const creating = trpc.calendar.createLink.useMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useZodForm(newFeedLinkSchema, {
    defaultValues: { name: '', driverId: null },
    send: async (typed) => {
      const { url } = await creating.mutateAsync(typed);
      await utils.calendar.links.invalidate();
      setSecret(url);
      form.resetField('name');
    },
  });
  return (
    <SecretForm form={form} noun="Link" secret={secret} onSeen={() => setSecret(null)}>
      <Field label="Driver" className="min-w-[min(100%,9rem)] flex-1">
        <Select
          {...form.register('driverId', { setValueAs: (id) => (id ? Number(id) : null) })}
          placeholder="All drivers"
          options={(drivers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
    </SecretForm>
  );
}
