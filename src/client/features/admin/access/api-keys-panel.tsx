import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import {
  grants,
  KEY_EXTRAS,
  KEY_SCOPES,
  type KeyExtra,
  type KeyScope,
  newApiKeySchema,
} from '@/domain/access/access.schema';
import { AccessPanel } from './access-panel';
import { SecretForm } from './secret-form';

const SCOPES: Record<KeyScope, string> = { read: 'Read only', write: 'Read and write' };
const EXTRAS: Record<KeyExtra, { label: string; hint: string }> = {
  people: {
    label: 'View personal details',
    hint: 'Names, phone numbers, email addresses, docks, and notes. Without this, the key can’t read any of them.',
  },
  export: {
    label: 'Export full lists',
    hint: 'Every customer, appointment, and payment in one file. Requires “View personal details”.',
  },
  refund: { label: 'Issue refunds', hint: 'Requires “Read and write”.' },
};

/** API keys for other programs. */
export function ApiKeysPanel() {
  const { formatDay } = useInstants();
  const utils = trpc.useUtils();
  const keys = trpc.admin.apiKeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const revoking = trpc.admin.apiKeys.revoke.useMutation();
  return (
    <AccessPanel
      icon={OTHER_ICONS.lock}
      title="API keys"
      subtitle="Let other programs work with your deliveries."
      noun="Key"
      lines={keys.data?.map((key) => ({
        id: key.id,
        name: key.name,
        badge: (
          <Badge tone={key.revokedAt ? 'grey' : key.scope === 'write' ? 'orange' : 'teal'}>
            {key.revokedAt ? 'Revoked' : SCOPES[key.scope]}
          </Badge>
        ),
        facts: `${key.start}…, ${extrasText(key.extras)}created by ${key.createdByName}, ${
          key.lastUsedAt ? `last used ${formatDay(key.lastUsedAt)}` : 'never used'
        }`,
        revocable: !key.revokedAt,
      }))}
      isError={keys.isError}
      onRetry={() => keys.refetch()}
      onRevoke={async (id) => {
        await revoking.mutateAsync({ id });
        await utils.admin.apiKeys.list.invalidate();
      }}
      revokeText="Programs that use this key will stop working immediately. This can’t be undone."
    >
      <NewKeyForm />
    </AccessPanel>
  );
}

/**
 * @returns the additional permissions as text, such as "can view personal details, can export full
 * lists, "
 */
const extrasText = (extras: readonly KeyExtra[]): string =>
  KEY_EXTRAS.filter((extra) => grants(extras, extra))
    .map((extra) => `can ${EXTRAS[extra].label.toLowerCase()}, `)
    .join('');

function NewKeyForm() {
  const utils = trpc.useUtils();
  const creating = trpc.admin.apiKeys.create.useMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useZodForm(newApiKeySchema, {
    defaultValues: { name: '', scope: 'read', extras: [] },
    send: async (typed) => {
      const { key } = await creating.mutateAsync(typed);
      await utils.admin.apiKeys.list.invalidate();
      setSecret(key);
      form.resetField('name');
    },
  });
  /**
   * A full list contains people, so the two boxes go together: selecting the export also selects
   * people, and clearing either one clears both.
   */
  const followExport = ({ target }: { target: { value: string } }) => {
    const chosen = form.getValues('extras') ?? [];
    if (!chosen.includes('export') || chosen.includes('people')) return;
    const others = chosen.filter((extra) => extra !== 'export');
    form.setValue('extras', target.value === 'export' ? ['people', ...chosen] : others);
  };
  return (
    <SecretForm form={form} noun="Key" secret={secret} onSeen={() => setSecret(null)}>
      <Field label="Access" className="min-w-[min(100%,9rem)] flex-1">
        <Select
          {...form.register('scope')}
          options={KEY_SCOPES.map((value) => ({ value, label: SCOPES[value] }))}
        />
      </Field>
      <fieldset className="flex basis-full flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 text-[0.95rem] font-semibold">Additional permissions</legend>
        {KEY_EXTRAS.map((extra) => (
          <Checkbox
            key={extra}
            {...form.register('extras', { onChange: followExport })}
            value={extra}
            label={EXTRAS[extra].label}
            hint={EXTRAS[extra].hint}
            error={extra === 'export' && form.errors.extras?.message}
            className="basis-56 flex-1"
          />
        ))}
      </fieldset>
    </SecretForm>
  );
}
