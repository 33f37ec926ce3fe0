import { isUniqueViolation } from '@/db/engine/failures';
import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { isSameEmail } from '@/domain/account/email';
import { DomainError } from '@/domain/errors';
import { isOfficeRole, type OfficeRole } from '@/domain/staff/areas';
import {
  INVITATION_MS,
  PEOPLE_MESSAGES,
  type PersonState,
  personState,
} from '@/domain/staff/people';
import type { Invitation, NewInvitation, RoleChange } from '@/domain/staff/people.schema';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { usernameTaken } from '../auth/auth.usecases';
import { emailTaken } from '../auth/email-taken';
import { endingKeys } from '../auth/end-keys';
import { hashPassword } from '../auth/passwords';
import { deleteSessionsOf } from '../auth/sessions.repository';
import { hashToken, newToken } from '../auth/tokens';
import {
  changeUser,
  findUserByUsername,
  insertingUser,
  NO_PROOF,
  NO_RESET,
  type UserRow,
  wholeUser,
} from '../auth/users.repository';
import { message } from '../messages/message';
import {
  endChallengesOf,
  hasOtherOwner,
  revokeFeedsOf,
  selectHasOtherOwner,
  selectPeople,
  selectPerson,
} from './people.repository';

/** Someone in the office. An inactive person's role is the one they had. */
export type Person = {
  id: string;
  fullName: string | null;
  username: string;
  email: string | null;
  role: OfficeRole;
  state: PersonState;
};

function personOf(deps: Deps, row: UserRow): Person {
  const { id, fullName, username, email } = row;
  return {
    ...{ id, fullName, username, email },
    role: roleOf(row),
    state: personState(row, deps.clock.now()),
  };
}

const roleOf = ({ role, formerRole }: UserRow): OfficeRole =>
  isOfficeRole(role) ? role : (formerRole ?? 'viewer');

/** Lists everyone in the office, including inactive people. */
export async function listOffice({ deps }: UserCall): Promise<Person[]> {
  return (await selectPeople(deps.db.orm)).map((row) => personOf(deps, row));
}

/** Returns the columns of an open invitation, with a random password that nobody knows. */
async function invitation({ clock }: Deps) {
  const token = newToken();
  const tokenHash = hashToken(token);
  const now = clock.now();
  return {
    link: { token, tokenHash },
    columns: {
      password: await hashPassword(newToken()),
      resetToken: tokenHash,
      resetTokenExpires: now + INVITATION_MS,
      invitedAt: now,
      updatedAt: now,
    },
  };
}

/**
 * Invites someone to the office. The link in the email lets them choose a password, and verifies
 * the address. Throws `conflict` if the username or the email is taken.
 */
export async function invitePerson(call: UserCall, input: Invitation): Promise<Person> {
  const { deps } = call;
  const { link, columns } = await invitation(deps);
  const id = deps.ids.next();
  const user = wholeUser({ id, ...input, ...columns, createdAt: columns.updatedAt });
  const entry = audit(call, {
    action: 'staff.invited',
    userId: id,
    after: { userId: id, signIn: user.username, officeRole: input.role },
  });
  const told = message(call, 'staff-invited', { account: user, role: input.role, ...link });
  await refusingTaken(deps, input.username, () =>
    deps.db.batch((orm) => insertingUser(orm, user, { entry, told })),
  );
  return personOf(deps, user);
}

/**
 * Invites someone again who hasn't accepted the invitation, or who is inactive. Earlier links end.
 *
 * @throws `conflict` if the person is active, or another account has the address
 */
export async function reinvitePerson(
  call: UserCall,
  { id, email, role }: NewInvitation,
): Promise<Person> {
  const { deps } = call;
  const { link, columns } = await invitation(deps);
  return refusingTaken(deps, null, () =>
    retryOnConflict(async () => {
      const person = await requirePerson(deps, id);
      if (person.role !== 'former' && person.invitedAt === null) {
        throw new DomainError('conflict', PEOPLE_MESSAGES.active);
      }
      const isSame = person.email !== null && isSameEmail(email, person.email);
      const changes = {
        ...columns,
        ...{ email, role, formerRole: null },
        ...(!isSame && { emailProvenAt: null, ...NO_PROOF }),
      };
      const account = { ...person, ...changes };
      const written = await writeGuarded(deps.db, {
        guard: changeUser(deps.db.orm, person, changes),
        audit: audit(call, {
          action: 'staff.reinvited',
          userId: id,
          before: { userId: id, officeRole: roleOf(person) },
          after: { userId: id, signIn: person.username, officeRole: role },
        }),
        also: [message(call, 'staff-invited', { account, role, ...link })],
      });
      return personOf(deps, written.changed);
    }),
  );
}

/**
 * Gives someone another role, and ends their sessions, API keys, and calendar links.
 *
 * @throws `conflict` for the last owner, for an inactive person, or if someone else just changed
 *   the role
 */
export function changePersonRole(call: UserCall, input: RoleChange): Promise<Person> {
  const { deps } = call;
  const { id, role, read } = input;
  return retryOnConflict(async () => {
    const person = await requirePerson(deps, id);
    if (person.role === 'former') throw new DomainError('conflict', PEOPLE_MESSAGES.inactive);
    if (person.role === role) return personOf(deps, person);
    if (person.role !== read) throw new DomainError('conflict', PEOPLE_MESSAGES.changed);
    const updatedAt = deps.clock.now();
    const written = await writeGuarded(deps.db, {
      guard: changeUser(deps.db.orm, person, { role, updatedAt }, await stillOwned(deps, person)),
      audit: audit(call, {
        action: 'staff.role_changed',
        userId: id,
        before: { userId: id, officeRole: roleOf(person) },
        after: { userId: id, officeRole: role },
      }),
      also: [
        message(call, 'staff-access', { account: person, role }),
        ...(await endingAccess(call, id)),
      ],
    });
    return personOf(deps, written.changed);
  });
}

/**
 * Deactivates someone. They're signed out everywhere, and can't sign in or reset their password.
 * Repeating it changes nothing.
 *
 * @throws `conflict` for the last owner
 */
export async function deactivatePerson(call: UserCall, { id }: { id: string }): Promise<Person> {
  const { deps } = call;
  const password = await hashPassword(newToken());
  return retryOnConflict(async () => {
    const person = await requirePerson(deps, id);
    if (person.role === 'former') return personOf(deps, person);
    const changes: Partial<UserRow> = {
      ...{ password, role: 'former', formerRole: roleOf(person), invitedAt: null },
      ...{ ...NO_RESET, ...NO_PROOF, updatedAt: deps.clock.now() },
    };
    const written = await writeGuarded(deps.db, {
      guard: changeUser(deps.db.orm, person, changes, await stillOwned(deps, person)),
      audit: audit(call, {
        action: 'staff.deactivated',
        userId: id,
        before: { userId: id, officeRole: roleOf(person) },
        after: { userId: id },
      }),
      also: [
        message(call, 'staff-access', { account: person, role: null }),
        ...(await endingAccess(call, id)),
      ],
    });
    return personOf(deps, written.changed);
  });
}

/**
 * Returns a guard that passes unless the owner is the last one. The write checks it again, so that
 * two owners can't remove each other at the same time.
 */
async function stillOwned(deps: Deps, { id, role }: UserRow) {
  if (role !== 'admin') return undefined;
  const [found] = await selectHasOtherOwner(deps.db.orm, id);
  if (!found?.hasOther) throw new DomainError('conflict', PEOPLE_MESSAGES.lastOwner);
  return hasOtherOwner(id);
}

/** Returns the writes that end everything a person could still use. */
async function endingAccess(call: UserCall, id: string): Promise<ConditionalWrite[]> {
  const now = call.deps.clock.now();
  return [
    (orm, onlyIf) => deleteSessionsOf(orm, id, onlyIf ? { onlyIf } : {}),
    (orm, onlyIf) => endChallengesOf(orm, id, onlyIf),
    (orm, onlyIf) => revokeFeedsOf(orm, id, now, onlyIf),
    ...(await endingKeys(call, id)),
  ];
}

async function requirePerson({ db }: Deps, id: string): Promise<UserRow> {
  const [row] = await selectPerson(db.orm, id);
  if (!row) throw new DomainError('not_found', PEOPLE_MESSAGES.notFound);
  return row;
}

/** Turns a taken username or email into `conflict`. */
async function refusingTaken<T>(
  deps: Deps,
  username: string | null,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const isUsername = username !== null && (await findUserByUsername(deps.db.orm, username));
    throw isUsername ? usernameTaken() : emailTaken();
  }
}
