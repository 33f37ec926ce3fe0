import type * as z from 'zod/mini';
import type { ConflictFacts } from '@/client/components/form/use-edit-conflict';
import type { Outputs } from '@/client/lib/trpc';
import type { FieldValue } from '@/domain/edit-conflict';
import { type FaqItem, readFaq, type supportFormSchema } from '@/domain/support';

export type Settings = Outputs['admin']['supportSettings'];

/** The typed values of the form. The FAQ is JSON text, which the editor may show as rows. */
export type SupportValues = z.input<typeof supportFormSchema>;

const TEXTS = ['email', 'phone', 'businessHours', 'serviceArea', 'emergencyInfo'] as const;

/** @returns the stored settings as form values */
export function valuesOf(settings: Settings): SupportValues {
  const { email, phone, businessHours, serviceArea, emergencyInfo, faqText } = settings;
  return { email, phone, businessHours, serviceArea, emergencyInfo, faqItems: faqText };
}

/** @returns the settings as loaded, by field. A save sends them so the server can detect conflicts. */
export function readOf(settings: Settings): Record<string, FieldValue> {
  const { email, phone, businessHours, serviceArea, emergencyInfo, faqText } = settings;
  return { email, phone, businessHours, serviceArea, emergencyInfo, faqItems: faqText };
}

/** The fields that someone else may have changed while the form was open. */
export const SUPPORT_FACTS: ConflictFacts = {
  email: { label: 'Support Email' },
  phone: { label: 'Support Phone' },
  businessHours: { label: 'Business Hours' },
  serviceArea: { label: 'Service Area' },
  emergencyInfo: { label: 'Emergency Information' },
  faqItems: { label: 'FAQ', text: (faq) => questionsText(String(faq)) },
};

/** @returns the FAQ as text, such as "3 questions: How far ahead should I book? / …" */
function questionsText(faqText: string): string {
  const questions = readFaq(faqText).map(({ question }) => question);
  const count = `${questions.length} question${questions.length === 1 ? '' : 's'}`;
  return [count, questions.join(' / ')].filter(Boolean).join(': ');
}

/** @returns the changed fields, which saving sends; null if nothing changed */
export function changesOf(
  values: SupportValues,
  settings: Settings,
): Partial<SupportValues> | null {
  const changed: Partial<SupportValues> = {};
  for (const name of TEXTS) {
    const typed = values[name]?.trim() ?? '';
    if (typed !== settings[name]) changed[name] = typed;
  }
  if (!isSameJson(values.faqItems, settings.faqText)) changed.faqItems = values.faqItems;
  return Object.keys(changed).length === 0 ? null : changed;
}

/** @returns the rows of a FAQ text; null if rows couldn't show all of it */
export function rowsOf(faqText: string): FaqItem[] | null {
  try {
    const items: unknown = JSON.parse(faqText);
    const rows = readFaq(faqText);
    return Array.isArray(items) && rows.length === items.length ? rows : null;
  } catch {
    return null;
  }
}

/** @returns the rows as JSON text */
export function textOfRows(rows: readonly FaqItem[]): string {
  const items = rows.map(({ question, answer }) => ({ question, answer }));
  return JSON.stringify(items, null, 2);
}

function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
