/** The row among Stripe's events that says when the last backup was begun. No event has this id. */
export const BACKUP_MARK = 'backed-up';
