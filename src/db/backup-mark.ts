/**
 * ID of the row in `stripe_events` that stores when the last backup started. No real event has this
 * ID.
 */
export const BACKUP_MARK = 'backed-up';
