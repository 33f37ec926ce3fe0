import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Checkbox } from '@/client/components/checkbox';
import { Field } from '@/client/components/field';
import { Select } from '@/client/components/select';
import { useZodForm } from '@/client/components/use-zod-form';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import {
  KEY_EXTRAS,
  KEY_SCOPES,
  type KeyExtra,
  type KeyScope,
  newApiKeySchema,
} from '@/domain/access/access.schema';
import { AccessPanel } from './access-panel';
import { SecretForm } from './secret-form';

const SCOPES: Record<KeyScope, string> = { read: 'Read only', write: 'Read and write' };
const EXTRAS: Record<KeyExtra, string> = {
  export: 'Export whole lists',
  refund: 'Give refunds',
};

/** Keys for other programs that call /api. */
export function ApiKeysPanel() {
  const { formatDay } = useInstants();
  const utils = trpc.useUtils();
  const keys = trpc.admin.apiKeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const revoking = trpc.admin.apiKeys.revoke.useMutation();
  return (
    <AccessPanel
      icon="lock"
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
      revokeText="Programs that use this key are refused at once. This cannot be taken back."
    >
      <NewKeyForm />
    </AccessPanel>
  );
}

/** "may export whole lists, give refunds, " before who made it; nothing for a key without more. */
function extrasText(extras: readonly KeyExtra[]): string {
  const texts = extras.map((extra) => EXTRAS[extra].toLowerCase());
  return texts.length === 0 ? '' : `may ${texts.join(' and ')}, `;
}

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
  return (
    <SecretForm form={form} noun="key" secret={secret} onSeen={() => setSecret(null)}>
      <Field label="May" className="min-w-[min(100%,9rem)] flex-1">
        <Select
          {...form.register('scope')}
          options={KEY_SCOPES.map((value) => ({ value, label: SCOPES[value] }))}
        />
      </Field>
      <fieldset className="flex basis-full flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 text-[0.95rem] font-semibold">And besides</legend>
        {KEY_EXTRAS.map((extra) => (
          <Checkbox key={extra} {...form.register('extras')} value={extra} label={EXTRAS[extra]} />
        ))}
      </fieldset>
    </SecretForm>
  );
}
