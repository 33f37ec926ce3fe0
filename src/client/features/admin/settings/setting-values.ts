import type * as z from 'zod/mini';
import type { ConflictFact, ConflictFacts } from '@/client/components/form/use-edit-conflict';
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

/** The settings as the form shows them. */
export function valuesOf({ settings }: Settings): SettingValues {
  const values = NAMES.map((name) => [givenNameOf(name), typedOf(name, settings[name])]);
  return Object.fromEntries(values);
}

function typedOf(name: string, value: number | boolean) {
  if (typeof value === 'boolean') return value;
  return name.endsWith('Cents') ? formatAmount(value as Cents) : String(value);
}

/** The settings by field, to be sent with a save. */
export function readOf({ settings }: Settings): Record<string, FieldValue> {
  const values = NAMES.map((name) => [givenNameOf(name), givenValueOf(name, settings[name])]);
  return Object.fromEntries(values);
}

/** A setting as people read it: "$600.00". */
const textOf = (name: keyof BusinessSettings, value: unknown) =>
  (SETTING_FACTS[name].text as (value: unknown) => string)(value);

/** What a setting decides, and its default: the line below its field. */
export function hintOf(name: SettingName, { defaults }: Settings): string {
  const stored = storedNameOf(name);
  return `${SETTING_FACTS[stored].meaning} Default: ${textOf(stored, defaults[stored])}.`;
}

/** The label of a setting in the form and in the messages about it. */
export const labelOf = (name: SettingName) => SETTING_FACTS[storedNameOf(name)].label;

/** The fields that another call may have changed. */
export const SETTING_MEANWHILE: ConflictFacts = Object.fromEntries(
  NAMES.map((name): [string, ConflictFact] => [
    givenNameOf(name),
    {
      label: SETTING_FACTS[name].label,
      text: (value) => textOf(name, storedValueOf(name, value)),
      typed: (value) =>
        value === null ? '' : typedOf(name, storedValueOf(name, value) as number | boolean),
    },
  ]),
);
