import { newApiKeySchema } from '@/domain/access/access.schema';
import { byIdSchema } from '@/domain/fields';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '@/server/modules/api-keys/api-keys.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { admin, router } from '@/server/trpc/init';

/** API keys, with which programs call /api. */
export const apiKeysRouter = router({
  list: admin.query(({ ctx }) => listApiKeys(ctx)),

  /** The key is in this answer and is never shown again. */
  create: admin
    .use(confirmed)
    .input(newApiKeySchema)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),

  revoke: admin.input(byIdSchema).mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
});
