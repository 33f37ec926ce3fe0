import { inserting, retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import { recoveryCodes } from '@/db/schema';
import { FACTOR_MESSAGES, needsFactor } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import type { FactorNews } from '../messages/emails/account-emails';
import { message } from '../messages/message';
import {
  deleteCodesOf,
  deleteFactor,
  deleteFactorsOf,
  type FactorRow,
  hasNoFactor,
  insertCode,
  selectFactors,
  selectUnusedCodes,
} from './factors.repository';
import { newRecoveryCodes } from './recovery-codes';
import { deleteSessionsOf } from './sessions.repository';
import type { SessionCall } from './sessions.usecases';
import { findUserById, findUserByUsername, selectUser, type UserRow } from './users.repository';

/** A verification method as its owner sees it. */
export type FactorView = Pick<FactorRow, 'id' | 'name' | 'kind' | 'createdAt' | 'lastUsedAt'>;

/** Returns the caller's verification methods and the number of unused recovery codes. */
export async function listFactors({ deps, actor }: SessionCall): Promise<{
  factors: FactorView[];
  recoveryCodesLeft: number;
  isRequired: boolean;
}> {
  const [factors, codes] = await deps.db.read((orm) => [
    selectFactors(orm, actor.userId),
    selectUnusedCodes(orm, actor.userId),
  ]);
  return {
    factors: factors.map(({ id, name, kind, createdAt, lastUsedAt }) => ({
      id,
      name,
      kind,
      createdAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: codes.length,
    isRequired: needsFactor(deps.settings.secondFactorFor, actor.role),
  };
}

/** Returns the fields of a verification method that the audit log contains. */
export function factsOf({
  id,
  userId,
  kind,
  name,
}: Pick<FactorRow, 'id' | 'userId' | 'kind' | 'name'>) {
  return { factorId: id, userId, kind, name };
}

/**
 * Removes one of the caller's verification methods. Removing the last one also deletes the recovery
 * codes.
 *
 * @throws `not_found`, or `conflict` for the last method of an account that requires one
 */
export async function removeFactor(
  call: SessionCall,
  { id }: { id: string },
): Promise<{ ok: true }> {
  const { deps, actor } = call;
  const { userId, role } = actor;
  const isRequired = needsFactor(deps.settings.secondFactorFor, role);
  await retryOnConflict(async () => {
    const [factors, [account]] = await deps.db.read((orm) => [
      selectFactors(orm, userId),
      selectUser(orm, userId),
    ]);
    const factor = factors.find((one) => one.id === id);
    if (!factor) throw new DomainError('not_found', FACTOR_MESSAGES.notFound);
    if (isRequired && factors.length === 1) {
      throw new DomainError('conflict', FACTOR_MESSAGES.lastOne);
    }
    return writeGuarded(deps.db, {
      guard: deleteFactor(deps.db.orm, factor, isRequired),
      audit: audit(call, { action: 'factor.removed', before: factsOf(factor) }),
      also: [
        (orm, onlyIf) => deleteCodesOf(orm, userId, { onlyIf: [onlyIf, hasNoFactor(userId)] }),
        notifyingOfFactor(call, account, { news: 'removed', kind: factor.kind, about: factor.id }),
      ],
    });
  });
  return { ok: true };
}

/**
 * Creates ten new recovery codes, and the old ones stop working. Throws `conflict` if no
 * verification method is set up.
 */
export async function renewRecoveryCodes(call: SessionCall): Promise<{ recoveryCodes: string[] }> {
  const { deps, actor } = call;
  const { userId } = actor;
  const { codes, rows } = newRecoveryCodes(deps, userId);
  const [first, ...rest] = rows;
  if (!first) throw new Error('no recovery codes were created');
  const account = await findUserById(deps.db.orm, userId);
  const written = await tryWriteGuarded(deps.db, {
    guard: insertCode(deps.db.orm, first),
    audit: audit(call, { action: 'factor.recovery_made', after: { userId } }),
    also: [
      (orm, onlyIf) => deleteCodesOf(orm, userId, { except: [first.id], onlyIf: [onlyIf] }),
      ...rest.map((row) => inserting(recoveryCodes, row)),
      notifyingOfFactor(call, account, { news: 'codes-made', about: first.id }),
    ],
  });
  if (!written) throw new DomainError('conflict', FACTOR_MESSAGES.noFactor);
  return { recoveryCodes: codes };
}

/** Returns the message to the account's owner, or null if there is none to send. */
const notifyingOfFactor = (
  call: AnyCall,
  account: UserRow | null | undefined,
  change: FactorNews,
) => (account ? message(call, 'factor-changed', { account, change }) : null);

const OPERATOR: Actor = { kind: 'system', name: 'Operator' };

/**
 * Removes all verification methods and recovery codes of a person who is locked out, and ends their
 * sessions. The next sign-in asks for the password, and for a new setup if the setting requires it.
 *
 * @returns the number of removed methods, or null for an unknown user
 */
export async function resetFactors(
  { deps }: AnyCall,
  { username }: { username: string },
): Promise<number | null> {
  const { db } = deps;
  const user = await findUserByUsername(db.orm, username);
  if (!user) return null;
  const factors = await selectFactors(db.orm, user.id);
  const change = { news: 'reset', about: deps.ids.next() } as const;
  const told = message({ deps }, 'factor-changed', { account: user, change });
  await db.batch((orm) => [
    audit(
      { deps, actor: OPERATOR },
      {
        action: 'factor.reset',
        before: { userId: user.id, username: user.username, factors: factors.map(factsOf) },
      },
    ).write(orm),
    deleteFactorsOf(orm, user.id),
    deleteCodesOf(orm, user.id),
    deleteSessionsOf(orm, user.id),
    ...(told ? [told(orm)] : []),
  ]);
  return factors.length;
}
