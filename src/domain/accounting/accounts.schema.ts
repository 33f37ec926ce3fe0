import * as z from 'zod/mini';
import { isFormula } from '../csv';
import { calendarDate, endsInOrder, text, wholeNumber } from '../fields';
import { ACCOUNTS, type Account, JOURNAL_PROGRAMS, type SavedAccounts } from './accounts';

/** The most characters that QuickBooks allows in a name, and Xero in a code. */
const MOST = { quickbooks: 100, xero: 10, taxRate: 50 } as const;

export const ACCOUNT_MESSAGES = {
  formula: 'Enter a name that doesn’t start with =, +, -, or @.',
  read: 'Someone else changed these accounts while you were editing. Nothing was saved. Check the accounts, then save again.',
} as const;

/** A name for a file that spreadsheets open, too. Blank means the default. */
const name = (most: number) =>
  text(most).check(z.refine((typed) => !isFormula(typed), ACCOUNT_MESSAGES.formula));

const names = z.optional(z.object({ quickbooks: name(MOST.quickbooks), xero: name(MOST.xero) }));
const fields = Object.fromEntries(ACCOUNTS.map((account) => [account, names])) as Record<
  Account,
  typeof names
>;

/**
 * A change of the journal's accounts. Accounts left out stay the same, and a blank name returns to
 * its default. `readEntry` is the newest change that the form showed.
 */
export const accountsSchema = z.object({
  accounts: z.strictObject(fields),
  xeroTaxRate: z.optional(name(MOST.taxRate)),
  readEntry: wholeNumber(
    0,
    Number.MAX_SAFE_INTEGER,
    'Please send the ID of the newest account change you read.',
  ),
});
export type AccountsInput = z.output<typeof accountsSchema>;

/** Returns what to save. It has no defaults, so that a default can still change. */
export function savedAccounts(
  before: SavedAccounts,
  { accounts, xeroTaxRate }: AccountsInput,
): SavedAccounts {
  const typed = ACCOUNTS.flatMap((account) => {
    const names = accounts[account];
    if (!names) return [];
    return [[account, Object.fromEntries(Object.entries(names).filter(([, name]) => name))]];
  });
  return {
    accounts: { ...before.accounts, ...Object.fromEntries(typed) },
    xeroTaxRate: xeroTaxRate === undefined ? before.xeroTaxRate : xeroTaxRate || null,
  };
}

/** The journal's dates for one program. Without dates, all days are exported. */
export const journalExportSchema = z
  .object({
    program: z.enum(JOURNAL_PROGRAMS, 'Select quickbooks or xero.'),
    from: z.optional(calendarDate()),
    to: z.optional(calendarDate()),
  })
  .check(endsInOrder);
export type JournalExport = z.infer<typeof journalExportSchema>;
