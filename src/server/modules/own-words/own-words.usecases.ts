import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { MESSAGE_TABLE } from '@/domain/messages/message-table';
import type { OwnWordsInput } from '@/domain/messages/own-words.schema';
import { formatMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { readCompanyName } from '../business-settings/business-settings.usecases';
import { saveOwnWords, selectOwnWords, selectOwnWordsOf } from '../messages/own-words.repository';

/** Returns the owner's own words, with what a preview needs: the company's name and a link. */
export async function readOwnWords(call: AnyCall) {
  const { deps } = call;
  const [rows, company] = await Promise.all([selectOwnWords(deps.db.orm), readCompanyName(call)]);
  const { timeZone, appUrl } = deps.settings;
  return {
    company,
    link: `${appUrl}/d/${'0'.repeat(22)}`,
    changed: rows.map(({ id, subject, body, version, changedBy, changedAt }) => ({
      id,
      words: body === null ? null : { subject: subject ?? '', body },
      version,
      changedText: `${changedBy}, ${formatMoment(changedAt, timeZone)}`,
    })),
  };
}

/**
 * Replaces an event's words, or returns to ours. Messages that are still waiting get the new ones. The
 * present words again change nothing.
 *
 * @throws `changed_meanwhile` if someone else changed them since they were read
 */
export async function changeOwnWords(
  call: UserCall,
  { wording, channel, words, version }: OwnWordsInput,
): Promise<{ version: number }> {
  const { deps, actor } = call;
  const id = `${wording}:${channel}`;
  const [before] = await selectOwnWordsOf(deps.db.orm, id);
  const was = before?.body == null ? null : { subject: before.subject ?? '', body: before.body };
  if (JSON.stringify(was) === JSON.stringify(words)) return { version: before?.version ?? 0 };
  const event = MESSAGE_TABLE[wording].label;
  const written =
    (before?.version ?? 0) === version &&
    (await tryWriteGuarded(deps.db, {
      guard: saveOwnWords(deps.db.orm, version, {
        id,
        subject: words?.subject ?? null,
        body: words?.body ?? null,
        changedBy: actor.name,
        changedAt: deps.clock.now(),
      }),
      audit: audit(call, {
        action: 'settings.message_changed',
        before: { message: event, channel, ...was },
        after: { message: event, channel, ...words },
      }),
    }));
  if (!written) {
    throw new DomainError(
      'changed_meanwhile',
      'Someone else changed this message. Nothing was saved. Check their version, then save again.',
    );
  }
  return { version: version + 1 };
}
