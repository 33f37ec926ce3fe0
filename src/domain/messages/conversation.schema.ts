import * as z from 'zod/mini';
import { byIdSchema, idSchema, requestIdSchema, requiredLongText, requiredText } from '../fields';
import { MAX_MESSAGE_LENGTH, MAX_REPLY_TITLE } from './conversation';

const MOST_VERSIONS = 1_000_000;

/**
 * A message from staff to a delivery's customer. `requestId` keeps a repeated call from sending it
 * twice.
 */
export const writtenMessageSchema = z.extend(byIdSchema, {
  text: requiredLongText('Enter your message.', MAX_MESSAGE_LENGTH),
  requestId: requestIdSchema,
});
export type WrittenMessageInput = z.infer<typeof writtenMessageSchema>;

/**
 * A saved reply. A new one has no `id`. `version` is the one that was read, so that a save can't
 * overwrite someone else's.
 */
export const savedReplySchema = z.object({
  id: z.optional(idSchema),
  title: requiredText('Enter a title.', MAX_REPLY_TITLE),
  body: requiredLongText('Enter the reply.', MAX_MESSAGE_LENGTH),
  version: z.int('Send the version that you read.').check(z.minimum(0), z.maximum(MOST_VERSIONS)),
});
export type SavedReplyInput = z.infer<typeof savedReplySchema>;
