import type { BulkKind } from '@/domain/bulk/bulk-change';

/** The buttons that start a bulk change, in the order of the bar. */
export const BULK_VERBS: Readonly<Record<BulkKind, string>> = {
  confirm: 'Confirm',
  schedule: 'Schedule',
  assign: 'Assign',
  write: 'Message',
  cancel: 'Cancel',
  move: 'Move',
};

/** The keys of bulk changes, shown as tooltips. */
export const BULK_KEYS: Partial<Record<BulkKind, string>> = {
  confirm: 'C',
  schedule: 'S',
  assign: 'A',
  move: 'M',
};
