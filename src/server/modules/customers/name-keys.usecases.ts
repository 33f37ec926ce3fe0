import { emailKey } from '@/domain/account/email';
import { foldedName } from '@/domain/text';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { addingReviewItem } from '../review/review.repository';
import { type Names, selectNames, selectWithSharedName, storeKeys } from './name-keys.repository';

/** Number of users read and written at a time. */
const AT_ONCE = 2_000;

/** Returns a user's names with their correct keys. */
const withRightKeys = ({ id, username, email }: Names): Names => ({
  id,
  username,
  email,
  usernameKey: foldedName(username),
  emailKey: email && emailKey(email),
});

/**
 * Stores the name keys that accounts from older releases lack. If two accounts have the same name
 * in different spellings, both keep it, each with its own spelling, and a review item notifies
 * staff.
 */
export async function keepNameKeys({ deps }: AnyCall): Promise<void> {
  for (let after = ''; ; ) {
    const read = await selectNames(deps.db.orm, after, AT_ONCE);
    const wrong = read.flatMap((names) => {
      const right = withRightKeys(names);
      const isRight = right.usernameKey === names.usernameKey && right.emailKey === names.emailKey;
      return isRight ? [] : [right];
    });
    if (wrong.length > 0) await storeKeys(deps.db, wrong);
    const last = read.at(-1);
    if (read.length < AT_ONCE || !last) break;
    after = last.id;
  }
  await reportSharedNames(deps);
}

async function reportSharedNames(deps: Deps): Promise<void> {
  const sharing = await selectWithSharedName(deps.db.orm);
  if (sharing.length === 0) return;
  deps.log.warn('accounts share a name in different spellings', { accounts: sharing.length });
  const createdAt = deps.clock.now();
  await deps.db.batch((orm) =>
    sharing.map(({ id, username, email, usernameKey }) =>
      addingReviewItem({
        id: deps.ids.next(),
        kind: 'shared_name',
        reason: reasonOf(usernameKey === null ? username : (email ?? '')),
        dedupeKey: `shared-name:${id}`,
        createdAt,
      })(orm),
    ),
  );
}

/**
 * A review item is kept after personal data is erased, so it only has the part of the name that's
 * needed for a search.
 */
const reasonOf = (name: string) =>
  `Two accounts have the same name in different spellings. Search for “${name.slice(0, 3)}” and ask one of them to choose another name. Until then, each signs in with its own spelling.`;
