import type { Actor } from '@/domain/roles';
import { DEFAULT_FAQ, SUPPORT_DEFAULTS, type SupportSettingsInput } from '@/domain/support';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { findSupport, type SupportRow, saveSupport } from './support.repository';
import { readSupport, type SupportView } from './support.usecases';

type Call = { deps: Deps; actor: Actor };

/** The settings as the form edits them; `faqText` is the stored text, even where it is no list. */
export type SupportSettings = SupportView & { faqText: string; updatedAt: number | null };

export async function readSupportSettings({ deps }: { deps: Deps }): Promise<SupportSettings> {
  const [view, row] = await Promise.all([readSupport({ deps }), findSupport(deps.db.orm)]);
  return {
    ...view,
    faqText: row?.faqItems ?? JSON.stringify(view.faqItems, null, 2),
    updatedAt: row?.updatedAt ?? null,
  };
}

/** Saves what was sent and keeps the rest (D58). The audit names what changed. */
export async function saveSupportSettings(
  { deps, actor }: Call,
  input: SupportSettingsInput,
): Promise<SupportSettings> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = (await findSupport(tx)) ?? unwritten();
    const { faqItems, ...texts } = input;
    const sent = { ...texts, faqItems: faqItems && JSON.stringify(faqItems, null, 2) };
    const changed = Object.entries(sent).filter(
      ([name, value]) => value != null && value !== before[name as keyof typeof before],
    );
    if (changed.length === 0) return;
    const after = Object.fromEntries(changed);
    await saveSupport(tx, { ...before, ...after, updatedAt: now });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'support.saved',
      before: Object.fromEntries(
        changed.map(([name]) => [name, before[name as keyof typeof before]]),
      ),
      after,
      at: now,
    });
  });
  return readSupportSettings({ deps });
}

/** What holds while nobody has written anything. */
function unwritten(): Omit<SupportRow, 'id' | 'updatedAt'> {
  return { ...SUPPORT_DEFAULTS, faqItems: JSON.stringify(DEFAULT_FAQ, null, 2) };
}
