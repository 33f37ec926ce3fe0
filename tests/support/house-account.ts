import type { Db } from '@/db/client';

/** Puts a declined delivery on its customer's house account, which is ended so that later ones aren't. @returns the customer's ID */
export async function putOnAccount(client: Db['client'], id: string): Promise<string> {
  const { rows } = await client.execute({
    sql: 'select user_id from appointments where id = ?',
    args: [id],
  });
  const userId = String(rows[0]?.user_id);
  await client.batch([
    {
      sql: "insert into house_accounts (user_id, terms_days, bill_to, ended_at, created_at, updated_at) values (?, 30, 'Marina', 1, 0, 0) on conflict do nothing",
      args: [userId],
    },
    {
      sql: 'insert into account_deliveries (appointment_id, user_id) values (?, ?) on conflict do nothing',
      args: [id, userId],
    },
    {
      sql: "update charges set error_code = 'house_account', payment_intent_id = null where appointment_id = ?",
      args: [id],
    },
    {
      sql: "update appointments set date = date(created_at / 1000, 'unixepoch') where id = ?",
      args: [id],
    },
  ]);
  return userId;
}
