import type { Inputs, Outputs } from '@/client/lib/trpc';
import { type FaqItem, readFaq } from '@/domain/support';

export type Settings = Outputs['admin']['supportSettings'];

/** The plain fields of the form. */
export const TEXTS = ['email', 'phone', 'businessHours', 'serviceArea', 'emergencyInfo'] as const;
export type TextName = (typeof TEXTS)[number];

/** A row of the FAQ editor; the key follows it through reordering. */
export type FaqRow = FaqItem & { key: number };

/** What stands in the form. The FAQ is edited as rows, or as its JSON text. */
export type Draft = Record<TextName, string> & {
  rows: FaqRow[];
  faqText: string;
  asText: boolean;
};

let lastKey = 0;

/** A row with a key of its own. */
export function faqRow(item: FaqItem = { question: '', answer: '' }): FaqRow {
  lastKey += 1;
  return { ...item, key: lastKey };
}

/** The stored settings as a draft; stored FAQ text that is no list is shown as text. */
export function draftOf(settings: Settings): Draft {
  const items = readFaq(settings.faqText);
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, settings[name] ?? ''])) as Record<
      TextName,
      string
    >),
    rows: items.map(faqRow),
    faqText: settings.faqText,
    asText: !isList(settings.faqText),
  };
}

/** The JSON text that rows are written as. */
export function textOfRows(rows: readonly FaqItem[]): string {
  return JSON.stringify(
    rows.map(({ question, answer }) => ({ question, answer })),
    null,
    2,
  );
}

/** The FAQ content of a draft as JSON text. */
export const faqTextOf = (draft: Draft) => (draft.asText ? draft.faqText : textOfRows(draft.rows));

/** What saving would send: only what is not as it was. Null when nothing changed. */
export function changesOf(draft: Draft, settings: Settings): Inputs['admin']['saveSupport'] | null {
  const changed: Record<string, string> = {};
  for (const name of TEXTS) {
    if (draft[name].trim() !== (settings[name] ?? '')) changed[name] = draft[name].trim();
  }
  const faq = faqTextOf(draft);
  if (!sameJson(faq, settings.faqText)) changed.faqItems = faq;
  return Object.keys(changed).length === 0 ? null : changed;
}

function sameJson(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
