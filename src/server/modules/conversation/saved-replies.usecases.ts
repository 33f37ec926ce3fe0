import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { MAX_SAVED_REPLIES } from '@/domain/messages/conversation';
import type { SavedReplyInput } from '@/domain/messages/conversation.schema';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  changeSavedReply,
  deleteSavedReply,
  insertSavedReply,
  selectSavedReplies,
  selectSavedReply,
} from './conversation.repository';

/** Lists all saved replies by title. */
export const listSavedReplies = ({ deps }: AnyCall) => selectSavedReplies(deps.db.orm);

/**
 * Adds a saved reply, or changes one.
 *
 * @throws `conflict` if the list is full, or someone else changed the reply since it was read
 */
export async function saveReply(
  call: UserCall,
  { id, title, body, version }: SavedReplyInput,
): Promise<{ id: string }> {
  const { db, ids, clock } = call.deps;
  if (id === undefined) {
    const row = { id: ids.next(), title, body, version: 1, createdAt: clock.now() };
    const written = await tryWriteGuarded(db, {
      guard: insertSavedReply(db.orm, row),
      audit: audit(call, { action: 'settings.reply_saved', after: { title, body } }),
    });
    if (written) return { id: row.id };
    throw new DomainError(
      'conflict',
      `There are already ${MAX_SAVED_REPLIES} saved replies. Remove one first.`,
    );
  }
  const [before] = await selectSavedReply(db.orm, id);
  if (!before) throw removed();
  if (before.title === title && before.body === body) return { id };
  const written =
    before.version === version &&
    (await tryWriteGuarded(db, {
      guard: changeSavedReply(db.orm, before, { title, body }),
      audit: audit(call, {
        action: 'settings.reply_saved',
        before: { title: before.title, body: before.body },
        after: { title, body },
      }),
    }));
  if (written) return { id };
  throw new DomainError(
    'conflict',
    'Someone else changed this reply. Nothing was saved. Close it, then open it again to see their changes.',
  );
}

/** Removes a saved reply. Messages that were sent with it stay. */
export async function removeReply(call: UserCall, { id }: { id: string }): Promise<{ id: string }> {
  const { db } = call.deps;
  const [before] = await selectSavedReply(db.orm, id);
  if (!before) throw removed();
  const { title, body } = before;
  const written = await tryWriteGuarded(db, {
    guard: deleteSavedReply(db.orm, id),
    audit: audit(call, { action: 'settings.reply_removed', before: { title, body } }),
  });
  if (!written) throw removed();
  return { id };
}

const removed = () => new DomainError('not_found', 'Someone else removed this reply.');
