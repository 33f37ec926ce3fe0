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
    label: 'See people',
    hint: 'Names, phone numbers, email addresses, docks, and notes. Without it, the key gets none of these.',
  },
  export: {
    label: 'Export whole lists',
    hint: 'Every customer, appointment, and payment in one file. It takes “See people” too.',
  },
  refund: { label: 'Give refunds', hint: 'With “Read and write” only.' },
};

/** Keys for other programs that call /api. */
export function ApiKeysPanel() {
  const { formatDay } = useInstants();
  const utils = trpc.useUtils();
  const keys = trpc.admin.apiKeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const revoking = trpc.admin.apiKeys.revoke.useMutation();
  return (
    <AccessPanel
      icon={OTHER_ICONS.lock}
      title="API keys"
      subtitle="For other programs that work with Dockside."
      noun="key"
      lines={keys.data?.map((key) => ({
        id: key.id,
        name: key.name,
        badge: (
          <Badge tone={key.revokedAt ? 'grey' : key.scope === 'write' ? 'orange' : 'teal'}>
            {key.revokedAt ? 'Revoked' : SCOPES[key.scope]}
          </Badge>
        ),
        facts: `${key.start}…, ${extrasText(key.extras)}made by ${key.createdByName}, ${
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
      revokeText="Programs that use this key are refused at once. This can’t be undone."
    >
      <NewKeyForm />
    </AccessPanel>
  );
}

/** "may see people, may export whole lists, " before who made it; nothing for a key without more. */
const extrasText = (extras: readonly KeyExtra[]): string =>
  KEY_EXTRAS.filter((extra) => grants(extras, extra))
    .map((extra) => `may ${EXTRAS[extra].label.toLowerCase()}, `)
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
  /** Whole lists are of people: the one is chosen with the other, and left with it. */
  const followExport = ({ target }: { target: { value: string } }) => {
    const chosen = form.getValues('extras') ?? [];
    if (!chosen.includes('export') || chosen.includes('people')) return;
    const others = chosen.filter((extra) => extra !== 'export');
    form.setValue('extras', target.value === 'export' ? ['people', ...chosen] : others);
  };
  return (
    <SecretForm form={form} noun="key" secret={secret} onSeen={() => setSecret(null)}>
      <Field label="May" className="min-w-[min(100%,9rem)] flex-1">
        <Select
          {...form.register('scope')}
          options={KEY_SCOPES.map((value) => ({ value, label: SCOPES[value] }))}
        />
      </Field>
      <fieldset className="flex basis-full flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 text-[0.95rem] font-semibold">It may also</legend>
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
