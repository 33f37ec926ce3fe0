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
