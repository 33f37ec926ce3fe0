import { Badge } from '@/client/components/badge';
import { trpc } from '@/client/lib/trpc';
import { KEY_SCOPES, type KeyScope } from '@/domain/access/schemas';
import { AccessPanel } from './access-panel';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const SCOPES: Record<KeyScope, string> = { read: 'Read only', write: 'Read and write' };

/** Keys for other programs that call /api. */
export function ApiKeysPanel() {
  const utils = trpc.useUtils();
  const keys = trpc.admin.apiKeys.list.useQuery(undefined, { refetchOnMount: 'always' });
  const creating = trpc.admin.apiKeys.create.useMutation();
  const revoking = trpc.admin.apiKeys.revoke.useMutation();
  const refresh = () => utils.admin.apiKeys.list.invalidate();
  return (
    <AccessPanel
      icon="lock"
      title="API keys"
      subtitle="For other programs that work with Dockside."
      noun="key"
      choice={{
        label: 'May',
        options: KEY_SCOPES.map((value) => ({ value, label: SCOPES[value] })),
      }}
      lines={keys.data?.map((key) => ({
        id: key.id,
        name: key.name,
        badge: (
          <Badge tone={key.revokedAt ? 'grey' : key.scope === 'write' ? 'orange' : 'teal'}>
            {key.revokedAt ? 'Revoked' : SCOPES[key.scope]}
          </Badge>
        ),
        facts: `${key.start}…, made by ${key.createdByName}, ${
          key.lastUsedAt ? `last used ${dayFormat.format(key.lastUsedAt)}` : 'never used'
        }`,
        revocable: !key.revokedAt,
      }))}
      isError={keys.isError}
      onRetry={() => keys.refetch()}
      onCreate={async ({ name, choice }) => {
        const { key } = await creating.mutateAsync({ name, scope: choice as KeyScope });
        await refresh();
        return key;
      }}
      onRevoke={async (id) => {
        await revoking.mutateAsync({ id });
        await refresh();
      }}
      revokeText="Programs that use this key are refused at once. This cannot be taken back."
    />
  );
}
