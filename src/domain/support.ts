import * as z from 'zod/mini';
import { emailSchema, phoneSchema } from './account/sign-in.schema';
import { readSchema } from './edit-conflict';
import { longText, text } from './fields';
import { withoutHidden } from './text';

export type FaqItem = { question: string; answer: string };

/** Support texts used until staff write their own. */
export const SUPPORT_DEFAULTS = {
  phone: '(269) 555-0100',
  email: 'support@dockside.example',
  businessHours: 'Mon-Fri: 8AM-6PM, Sat-Sun: 9AM-5PM',
  serviceArea: 'Within 15 miles of the lake',
  emergencyInfo: 'For a fuel spill or an injury, call 911 first, then call us.',
} as const;

/** The questions and answers shown until staff write their own. */
export const DEFAULT_FAQ: FaqItem[] = [
  {
    question: 'How far ahead should I book?',
    answer:
      'You can book any window that hasn’t started. Booking a few hours ahead gives you more choices.',
  },
  {
    question: 'When is my card charged?',
    answer: 'We charge it once, after delivery, for what we actually delivered. Booking is free.',
  },
  {
    question: 'Can I change or cancel?',
    answer:
      'Yes, until the driver is on the way. Open Scheduled Deliveries and select Modify or Cancel.',
  },
];

/** Reads stored FAQ text. Entries that lack a question or an answer are skipped. */
export function readFaq(stored: string): FaqItem[] {
  try {
    const items: unknown = JSON.parse(stored);
    if (!Array.isArray(items)) return [];
    return items.filter(
      (item): item is FaqItem =>
        typeof item?.question === 'string' && typeof item?.answer === 'string',
    );
  } catch {
    return [];
  }
}

const MAX_FAQ_ITEMS = 50;
const MAX_FAQ_TEXT = 2_000;
export const FAQ_SHAPE = 'FAQ content must be a JSON list of questions and answers.';

/** Parses JSON text. Returns null if it's invalid. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checks each entry strictly, and the error names the one that's wrong. */
const faqItems = z.pipe(
  z.array(z.record(z.string(), z.unknown(), FAQ_SHAPE), FAQ_SHAPE),
  z.transform((items, ctx): FaqItem[] => {
    const refuse = (message: string) => {
      ctx.issues.push({ code: 'custom', input: items, message });
      return z.NEVER;
    };
    if (items.length > MAX_FAQ_ITEMS)
      return refuse(`Please enter at most ${MAX_FAQ_ITEMS} questions.`);
    const read: FaqItem[] = [];
    for (const [index, item] of items.entries()) {
      const [question, answer] = [item.question, item.answer].map((part) =>
        typeof part === 'string' ? withoutHidden(part).trim() : '',
      );
      if (!question || !answer) {
        return refuse(`FAQ entry ${index + 1} needs a question and an answer.`);
      }
      if (question.length > MAX_FAQ_TEXT || answer.length > MAX_FAQ_TEXT) {
        return refuse(`FAQ entry ${index + 1} is longer than ${MAX_FAQ_TEXT} characters.`);
      }
      read.push({ question, answer });
    }
    return read;
  }),
);
const faqText = z.string().check(z.maxLength(MAX_FAQ_TEXT));
const faqList = z.pipe(
  faqItems,
  z.array(z.object({ question: faqText, answer: faqText })).check(z.maxLength(MAX_FAQ_ITEMS)),
);

/** FAQ content from outside, as JSON text or as the list. */
const faqSchema = z.pipe(
  z.transform((value) => (typeof value === 'string' ? jsonOf(value) : value)),
  faqList,
);

/** A change to the support settings. An omitted field is unchanged. */
export const supportSettingsSchema = z.object({
  email: z.nullish(emailSchema()),
  phone: z.nullish(phoneSchema()),
  businessHours: z.nullish(text(300)),
  serviceArea: z.nullish(text(300)),
  emergencyInfo: z.nullish(longText(1_000)),
  faqItems: z.nullish(faqSchema),
  read: readSchema,
});
export type SupportSettingsInput = z.infer<typeof supportSettingsSchema>;

/** True if a change sends people who need help to a different address or phone number. */
export function changesSupportAddress(
  current: { email: string; phone: string },
  { email, phone }: Pick<SupportSettingsInput, 'email' | 'phone'>,
): boolean {
  return (email ?? current.email) !== current.email || (phone ?? current.phone) !== current.phone;
}

/** The version for the Support Settings form, which sends the FAQ as JSON text. */
export const supportFormSchema = z.extend(supportSettingsSchema, {
  faqItems: z.pipe(z.pipe(z.string(), z.transform(jsonOf)), faqList),
});
