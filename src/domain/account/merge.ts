import type { Role } from '../roles';
import type { RecurringStatus } from './recurring';

/** How long a merge can be undone. */
export const UNDO_MERGE_DAYS = 30;
export const UNDO_MERGE_MS = UNDO_MERGE_DAYS * 86_400_000;

/** The facts that decide whether one record can become part of another. */
export type MergeFacts = {
  id: string;
  role: Role;
  /** True if the account was deleted. */
  isDeleted: boolean;
  /** True if someone may have signed in to the account, or could sign in with more than a link. */
  isUsed: boolean;
  hasCard: boolean;
  hasHouseAccount: boolean;
};

/** Returns why a record can't be merged at all, or null. */
export function cannotMerge({ role, isDeleted }: MergeFacts): string | null {
  if (role === 'merged') return 'One of these records is already part of another one.';
  if (role === 'former') return 'A deactivated account can’t be merged.';
  if (role !== 'customer' && role !== 'guest') return 'Staff accounts can’t be merged.';
  return isDeleted ? 'A deleted account can’t be merged.' : null;
}

/** Returns why one record can't become part of another, or null if it can. */
export function mergeObstacle(kept: MergeFacts, gone: MergeFacts): string | null {
  if (kept.id === gone.id) return 'This is the same record. Select another one.';
  const out = cannotMerge(kept) ?? cannotMerge(gone);
  if (out) return out;
  if (gone.role === 'guest') return null;
  if (kept.role === 'guest') return 'An account can’t become part of a guest. Keep the account.';
  if (gone.isUsed && kept.isUsed) {
    return 'Both customers sign in to their own account, so we can’t merge them.';
  }
  if (gone.isUsed) return 'The customer signs in to this account. Keep it.';
  if (gone.hasCard) {
    return 'This account has a saved card, which must not move to another customer. Keep it.';
  }
  if (gone.hasHouseAccount && kept.hasHouseAccount) {
    return 'Both customers have a house account, and their invoices can’t be combined.';
  }
  return null;
}

type Row = Readonly<Record<string, unknown>>;

/** Everything that a merge moved, to undo it. */
export type MovedThings = {
  /** The record that goes, as it was. */
  gone: Row & { fullName: string | null; username: string };
  /** The contact columns of the record that stays, before and after. */
  before: Row;
  after: Row;
  appointments: string[];
  /** A guest's deliveries: appointment, email key, phone key, and name key. */
  guestDeliveries: [string, string, string, string][];
  /** Each with whether it was the default. */
  boats: [string, 0 | 1][];
  docks: [string, 0 | 1][];
  recurring: [string, RecurringStatus, string | null][];
  waiting: string[];
  notes: string[];
  /** Key, text, time, and whether the record that stays had the tag too. */
  tags: [string, string, number, 0 | 1][];
  /** ID, points, total, and time. */
  points: [string, number, number, number] | null;
  hadPoints: 0 | 1;
  hasHouseAccount: 0 | 1;
  accountDeliveries: string[];
  accountPayments: string[];
  /** Certificate, author, and time. */
  exemption: [string, string, number] | null;
  hadExemption: 0 | 1;
  /** True if texts were turned off for the record that stays. */
  turnedTextsOff: 0 | 1;
  /** Records that were merged into the one that goes. */
  merged: string[];
};
