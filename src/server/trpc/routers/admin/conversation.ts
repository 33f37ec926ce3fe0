import { byIdSchema } from '@/domain/fields';
import { savedReplySchema, writtenMessageSchema } from '@/domain/messages/conversation.schema';
import {
  readConversation,
  writeMessage,
} from '@/server/modules/conversation/conversation.usecases';
import {
  listSavedReplies,
  removeReply,
  saveReply,
} from '@/server/modules/conversation/saved-replies.usecases';
import { office } from '@/server/trpc/init';

/** The messages between customers and staff. */
export const conversationProcedures = {
  conversation: office('deliveries')
    .input(byIdSchema)
    .query(({ ctx, input }) => readConversation(ctx, input)),

  /** Sends a customer a text or an email. */
  writeMessage: office('deliveries')
    .input(writtenMessageSchema)
    .mutation(({ ctx, input }) => writeMessage(ctx, input)),

  savedReplies: office('deliveries').query(({ ctx }) => listSavedReplies(ctx)),

  saveReply: office('business')
    .input(savedReplySchema)
    .mutation(({ ctx, input }) => saveReply(ctx, input)),

  removeReply: office('business')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => removeReply(ctx, input)),
};
