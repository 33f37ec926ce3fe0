import { DEFAULT_FAQ, SUPPORT_DEFAULTS, type SupportSettingsInput } from '@/domain/support';
import type { AnyCall, Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { findSupport, type SupportRow, saveSupport } from './support.repository';
import { readSupport, type SupportView } from './support.usecases';

/** The settings for the form; `faqText` is the stored text, even where it does not parse as a list. */
export type SupportSettings = SupportView & { faqText: string; updatedAt: number | null };

export async function readSupportSettings({ deps }: AnyCall): Promise<SupportSettings> {
  const [view, row] = await Promise.all([readSupport({ deps }), findSupport(deps.db.orm)]);
  return {
    ...view,
    faqText: row?.faqItems ?? JSON.stringify(view.faqItems, null, 2),
    updatedAt: row?.updatedAt ?? null,
  };
}

/** Saves the fields that the form sent and keeps the others (D58). The audit entry has only changes. */
export async function saveSupportSettings(
  { deps, actor }: Call,
  input: SupportSettingsInput,
): Promise<SupportSettings> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = (await findSupport(tx)) ?? defaults();
    const { faqItems, ...texts } = input;
    const sent = { ...texts, faqItems: faqItems && JSON.stringify(faqItems, null, 2) };
    const changed = Object.entries(sent).filter(
      ([name, value]) => value != null && value !== before[name as keyof typeof before],
    );
    if (changed.length === 0) return;
    const after = Object.fromEntries(changed);
    await saveSupport(tx, { ...before, ...after, updatedAt: now });
    await audit(
      { deps, actor },
      {
        action: 'support.saved',
        before: Object.fromEntries(
          changed.map(([name]) => [name, before[name as keyof typeof before]]),
        ),
        after,
      },
    ).write(tx);
  });
  return readSupportSettings({ deps });
}

/** The settings before staff save any. */
function defaults(): Omit<SupportRow, 'id' | 'updatedAt'> {
  return { ...SUPPORT_DEFAULTS, faqItems: JSON.stringify(DEFAULT_FAQ, null, 2) };
}
