import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { businessSettings } from '@/db/schema';
import type { Cents } from '@/domain/money';

export type BusinessSettingsRow = typeof businessSettings.$inferSelect;

/** The one row of what the owner saved; none before that. It travels with the trip of its reader. */
export function selectBusinessSettings(orm: Queryable) {
  return orm.select().from(businessSettings).where(eq(businessSettings.id, 1));
}

/** How much may go back without a proof, for a query beside it; null where the default holds. */
export const SAVED_REFUND_LIMIT: SQL<Cents | null> = sql`(select ${businessSettings.confirmRefundsAboveCents} from ${businessSettings} where ${businessSettings.id} = 1)`;

/** Writes the only row, where it stands as it was read, or where there is none yet. */
export function saveBusinessSettings(
  orm: Queryable,
  read: BusinessSettingsRow | undefined,
  row: Omit<typeof businessSettings.$inferInsert, 'id'>,
) {
  if (read) {
    return orm
      .update(businessSettings)
      .set(row)
      .where(unchanged(businessSettings, read))
      .returning();
  }
  const first = { id: 1, ...row };
  return insertRow(orm, businessSettings, first, { unlessKnown: businessSettings.id }).returning();
}
