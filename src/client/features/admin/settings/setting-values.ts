import type * as z from 'zod/mini';
import type { ConflictFact, ConflictFacts } from '@/client/components/form/use-edit-conflict';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { Outputs } from '@/client/lib/trpc';
import {
  type BusinessSettings,
  type businessSettingsSchema,
  SETTING_FACTS,
} from '@/domain/business-settings';
import type { FieldValue } from '@/domain/edit-conflict';
import { type Cents, formatAmount } from '@/domain/money';
import { CONVERTED, givenNameOf, givenValueOf, storedValueOf } from '@/domain/units';

export type Settings = Outputs['admin']['businessSettings'];
export type SettingValues = Omit<z.input<typeof businessSettingsSchema>, 'read'>;
/** The name of a setting in the form. */
export type SettingName = keyof SettingValues;

const NAMES = Object.keys(SETTING_FACTS) as (keyof BusinessSettings)[];

const storedNameOf = (name: string) =>
  (CONVERTED[name as keyof typeof CONVERTED] ?? name) as keyof BusinessSettings;

/** @returns the settings as form values */
export function valuesOf({ settings }: Settings): SettingValues {
  const values = NAMES.map((name) => [givenNameOf(name), typedOf(name, settings[name])]);
  return Object.fromEntries(values);
}

function typedOf(name: string, value: number | boolean | string) {
  if (typeof value === 'boolean') return value;
  if (name.endsWith('Cents')) return formatAmount(value as Cents);
  return String(givenValueOf(name, value));
}

/** @returns the settings as loaded, by field. A save sends them so the server can detect conflicts. */
export function readOf({ settings }: Settings): Record<string, FieldValue> {
  const values = NAMES.map((name) => [givenNameOf(name), givenValueOf(name, settings[name])]);
  return Object.fromEntries(values);
}

/** @returns a setting's value as text, such as "$600.00" */
const textOf = (name: keyof BusinessSettings, value: unknown) =>
  (SETTING_FACTS[name].text as (value: unknown) => string)(value);

/** @returns the hint below a field: the effect of the setting, and its default */
export function hintOf(name: SettingName, { defaults }: Settings): string {
  const stored = storedNameOf(name);
  return `${SETTING_FACTS[stored].meaning} Default: ${withNoBreaks(textOf(stored, defaults[stored]))}.`;
}

/** @returns the label of a setting, in the form and in messages about it */
export const labelOf = (name: SettingName) => SETTING_FACTS[storedNameOf(name)].label;

/** The fields that someone else may have changed while the form was open. */
export const SETTING_MEANWHILE: ConflictFacts = Object.fromEntries(
  NAMES.map((name): [string, ConflictFact] => [
    givenNameOf(name),
    {
      label: SETTING_FACTS[name].label,
      text: (value) => textOf(name, storedValueOf(name, value)),
      typed: (value) => (value === null ? '' : typedOf(name, storedValueOf(name, value))),
    },
  ]),
);
