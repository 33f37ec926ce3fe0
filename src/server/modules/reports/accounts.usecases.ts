import { tryWriteGuarded } from '@/db/guarded-batch';
import {
  ACCOUNT_FACTS,
  ACCOUNTS,
  type AccountMap,
  accountMap,
  JOURNAL_PROGRAMS,
  PROGRAM_LABELS,
  type SavedAccounts,
} from '@/domain/accounting/accounts';
import {
  ACCOUNT_MESSAGES,
  type AccountsInput,
  savedAccounts,
} from '@/domain/accounting/accounts.schema';
import { DomainError } from '@/domain/errors';
import { formatMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { type AccountEntryRow, insertAccountsAfter, selectAccounts } from './accounts.repository';

export type AccountsView = {
  map: AccountMap;
  saved: SavedAccounts;
  /** Null until someone saves the accounts. */
  change: { by: string; at: string } | null;
  /** Sent back with a change, so that it can't overwrite someone else's. */
  newestEntry: number;
};

/** Reads the journal's accounts, saved and default. */
export async function readAccounts({ deps }: AnyCall): Promise<AccountsView> {
  const [row] = await selectAccounts(deps.db.orm);
  return {
    map: accountMap(row?.accounts ?? null),
    saved: savedIn(row),
    change: row
      ? { by: row.madeBy, at: formatMoment(row.createdAt, deps.settings.timeZone) }
      : null,
    newestEntry: row?.id ?? 0,
  };
}

const savedIn = (row: AccountEntryRow | undefined): SavedAccounts =>
  row?.accounts ?? { accounts: {}, xeroTaxRate: null };

/**
 * Saves the journal's accounts. Files that were downloaded before keep the old ones. Saving the
 * same accounts again changes nothing.
 *
 * @throws `changed_meanwhile` if someone else changed them since the form was opened
 */
export async function changeAccounts(call: UserCall, input: AccountsInput): Promise<AccountsView> {
  const { deps, actor } = call;
  const [row] = await selectAccounts(deps.db.orm);
  const saved = savedIn(row);
  const accounts = savedAccounts(saved, input);
  const { before, after } = changedNames(saved, accounts);
  if (after.length === 0) return readAccounts(call);
  const written =
    (row?.id ?? 0) === input.readEntry &&
    (await tryWriteGuarded(deps.db, {
      guard: insertAccountsAfter(deps.db.orm, input.readEntry, {
        accounts,
        madeBy: actor.name,
        createdAt: deps.clock.now(),
      }),
      audit: audit(call, {
        action: 'settings.accounts_saved',
        before: { accountNames: before },
        after: { accountNames: after },
      }),
    }));
  if (!written) throw new DomainError('changed_meanwhile', ACCOUNT_MESSAGES.read);
  return readAccounts(call);
}

/** Returns the names that change, in words: "Cash in Xero 613". */
function changedNames(before: SavedAccounts, after: SavedAccounts) {
  const [old, fresh] = [namesIn(accountMap(before)), namesIn(accountMap(after))];
  const changed = fresh.flatMap((name, index) => (name === old[index] ? [] : [index]));
  const pick = (names: string[]) => changed.flatMap((index) => names[index] ?? []);
  return { before: pick(old), after: pick(fresh) };
}

const namesIn = ({ accounts, xeroTaxRate }: AccountMap) => [
  ...ACCOUNTS.flatMap((account) =>
    JOURNAL_PROGRAMS.map(
      (program) =>
        `${ACCOUNT_FACTS[account].label} in ${PROGRAM_LABELS[program]} ${accounts[account][program]}`,
    ),
  ),
  `Tax rate in Xero ${xeroTaxRate}`,
];
