import type { RecurringStatus } from './recurring';

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
