import { type Address, openAddress } from './backup';
import { untilDone } from './once-each';

/** The row among Stripe's events that says when the last backup was begun. No event has this id. */
export const BACKUP_MARK = 'backed-up';

/** Notes in a database that it was backed up at an instant (ms), for the figures of the operator. */
export async function noteBackup(address: Address, at: number): Promise<void> {
  const client = openAddress(address);
  try {
    await untilDone(() =>
      client.execute({
        sql: `insert into stripe_events (id, type, created_at, received_at) values (?, ?, ?, ?)
              on conflict (id) do update set created_at = excluded.created_at, received_at = excluded.received_at`,
        args: [BACKUP_MARK, BACKUP_MARK, at, at],
      }),
    );
  } finally {
    client.close();
  }
}
