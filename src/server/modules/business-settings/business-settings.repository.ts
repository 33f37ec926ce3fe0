import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { businessSettings } from '@/db/schema';
import type { Cents } from '@/domain/money';

export type BusinessSettingsRow = typeof businessSettings.$inferSelect;

/** Selects the owner's saved settings, or no row before the first save. */
export function selectBusinessSettings(orm: Queryable) {
  return orm.select().from(businessSettings).where(eq(businessSettings.id, 1));
}

/** Reads the owner's refund limit inside another query. Null means the default applies. */
export const SAVED_REFUND_LIMIT: SQL<Cents | null> = sql`(select ${businessSettings.confirmRefundsAboveCents} from ${businessSettings} where ${businessSettings.id} = 1)`;

/** Writes the only row if it's unchanged since it was read, or if there is none yet. */
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
