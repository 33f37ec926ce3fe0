import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import {
  type BusinessSettings,
  type BusinessSettingsInput,
  EVENING_MESSAGE,
  HOURS_MESSAGE,
  SETTING_DEFAULTS,
  settingsThatHold,
} from '@/domain/business-settings';
import type { FieldValue } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { eveningHourOf } from '@/domain/messages/evening';
import { CONVERTED, givenNameOf, givenValueOf } from '@/domain/units';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, changedColumns } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  type BusinessSettingsRow,
  saveBusinessSettings,
  selectBusinessSettings,
} from './business-settings.repository';

/**
 * Returns the values that apply until the owner saves others. Two of them come from the
 * environment.
 */
export function defaultsOf({ settings }: Pick<Deps, 'settings'>): BusinessSettings {
  const { confirmAboveCents, confirmRefundsAboveCents } = settings;
  return { ...SETTING_DEFAULTS, confirmAboveCents, confirmRefundsAboveCents };
}

/** Returns the settings in effect, from the row of `selectBusinessSettings`. */
export const businessSettingsOf = (deps: Pick<Deps, 'settings'>, row?: BusinessSettingsRow) =>
  settingsThatHold(row ?? {}, defaultsOf(deps));

export type BusinessSettingsView = { settings: BusinessSettings; defaults: BusinessSettings };

/** Returns the settings in effect and their defaults. */
export async function readBusinessSettings({ deps }: AnyCall): Promise<BusinessSettingsView> {
  const [row] = await selectBusinessSettings(deps.db.orm);
  return viewOf(deps, row);
}

/** Returns the company's name, as customers know it. */
export async function readCompanyName({ deps }: { deps: Pick<Deps, 'db' | 'settings'> }) {
  const [row] = await selectBusinessSettings(deps.db.orm);
  return businessSettingsOf(deps, row).companyName;
}

const viewOf = (deps: Deps, row?: BusinessSettingsRow): BusinessSettingsView => ({
  settings: businessSettingsOf(deps, row),
  defaults: defaultsOf(deps),
});

/**
 * Saves the settings that were sent and keeps the others.
 *
 * @throws `changed_meanwhile` if one of them was saved elsewhere since the form was opened
 */
export async function changeBusinessSettings(
  call: Call,
  { read: shown, ...input }: BusinessSettingsInput,
): Promise<BusinessSettingsView> {
  const { deps } = call;
  const { db, clock } = deps;
  return retryOnConflict(async () => {
    const [read] = await selectBusinessSettings(db.orm);
    const before = businessSettingsOf(deps, read);
    const saved = { ...read, ...input };
    const after = settingsThatHold(saved, defaultsOf(deps));
    const sent = Object.keys(input) as (keyof BusinessSettings)[];
    await refuseOverwrite(
      call,
      { read: shown, sent: asGiven(after, sent), current: asGiven(before, sent) },
      { actions: ['settings.saved'], columns: CONVERTED },
    );
    if (after.messagesFromHour >= after.messagesUntilHour) {
      throw new DomainError('invalid_input', HOURS_MESSAGE, { field: 'messagesUntilHour' });
    }
    const setsHours = HOURS.some((name) => after[name] !== before[name]);
    if (setsHours && eveningHourOf(after) !== after.eveningHour) {
      throw new DomainError('invalid_input', EVENING_MESSAGE, { field: 'eveningHour' });
    }
    const changed = changedColumns(before, after);
    if (Object.keys(changed.after).length === 0) return viewOf(deps, read);
    const written = await writeGuarded(db, {
      guard: saveBusinessSettings(db.orm, read, { ...saved, updatedAt: clock.now() }),
      audit: audit(call, { action: 'settings.saved', ...changed }),
    });
    return viewOf(deps, written.changed);
  });
}

const HOURS = ['messagesFromHour', 'messagesUntilHour', 'eveningHour'] as const;

/** Returns the settings with the form's names and units. */
function asGiven(settings: BusinessSettings, names: (keyof BusinessSettings)[]) {
  const fields = names.map((name) => [givenNameOf(name), givenValueOf(name, settings[name])]);
  return Object.fromEntries(fields) as Record<string, FieldValue>;
}

/** The settings that appear in what customers agree to, or as the sender of our messages. */
const IDENTITY = ['companyName', 'cancellationPolicy', 'senderName', 'senderEmail'] as const;
const SAFEGUARDS = ['confirmRefundsAboveCents', 'confirmAboveCents', ...IDENTITY] as const;

/**
 * True if a change needs an identity check, so that a stranger at the desk can't make it. It needs one for a
 * higher limit for refunds without an identity check, a higher limit for charges without a person's
 * confirmation, and any other text that customers agree to or sender who writes to them.
 */
export async function changesSafeguards(
  { deps }: AnyCall,
  { read, ...input }: BusinessSettingsInput,
): Promise<boolean> {
  if (!SAFEGUARDS.some((name) => input[name] !== undefined)) return false;
  const [row] = await selectBusinessSettings(deps.db.orm);
  const before = businessSettingsOf(deps, row);
  const after = settingsThatHold({ ...row, ...input }, defaultsOf(deps));
  return (
    after.confirmRefundsAboveCents > before.confirmRefundsAboveCents ||
    after.confirmAboveCents > before.confirmAboveCents ||
    IDENTITY.some((name) => after[name] !== before[name])
  );
}
