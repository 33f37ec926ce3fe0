import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { DEFAULT_FAQ, SUPPORT_DEFAULTS, type SupportSettingsInput } from '@/domain/support';
import type { AnyCall, Call } from '@/server/config/call';
import { audit, columnsOf } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { type SupportRow, saveSupport, selectSupport } from './support.repository';
import { type SupportView, supportView } from './support.usecases';

/** The settings for the form. `faqText` is the stored text, even if it isn't a valid list. */
export type SupportSettings = SupportView & { faqText: string; updatedAt: number | null };

/** Returns the stored texts for the form, or the defaults before staff save any. */
export async function readSupportSettings({ deps }: AnyCall): Promise<SupportSettings> {
  const [row] = await selectSupport(deps.db.orm);
  return settingsView(row);
}

/**
 * Saves the fields that the form sent and keeps the others. The audit entry contains only changes.
 *
 * @throws `changed_meanwhile` if one of these fields was saved elsewhere since the form was opened
 */
export async function saveSupportSettings(
  call: Call,
  { read: shown, ...input }: SupportSettingsInput,
): Promise<SupportSettings> {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const [read] = await selectSupport(db.orm);
    const before = read ?? defaults();
    const after = changesOf(before, input);
    const { email, phone, businessHours, serviceArea, emergencyInfo, faqItems } = before;
    const current = { email, phone, businessHours, serviceArea, emergencyInfo, faqItems };
    await refuseOverwrite(
      call,
      { read: shown, sent: after, current },
      { actions: ['support.saved'] },
    );
    const changed = Object.keys(after);
    if (changed.length === 0) return settingsView(read);
    const row = { ...before, ...after, updatedAt: clock.now() };
    const written = await writeGuarded(db, {
      guard: saveSupport(db.orm, read, row),
      audit: audit(call, { action: 'support.saved', before: columnsOf(before, changed), after }),
    });
    return settingsView(written.changed);
  });
}

type Texts = Omit<SupportRow, 'id' | 'updatedAt'>;

/** Returns the sent values that differ from the stored ones, by column. */
function changesOf(
  before: Texts,
  { faqItems, ...texts }: Omit<SupportSettingsInput, 'read'>,
): Partial<Texts> {
  const sent = { ...texts, faqItems: faqItems && JSON.stringify(faqItems, null, 2) };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => value != null && value !== before[name as keyof Texts],
    ),
  );
}

function settingsView(row: SupportRow | undefined): SupportSettings {
  const view = supportView(row);
  return {
    ...view,
    faqText: row?.faqItems ?? JSON.stringify(view.faqItems, null, 2),
    updatedAt: row?.updatedAt ?? null,
  };
}

/** Returns the settings before staff save any. */
function defaults(): Texts {
  return { ...SUPPORT_DEFAULTS, faqItems: JSON.stringify(DEFAULT_FAQ, null, 2) };
}
