export type FaqItem = { question: string; answer: string };

/** Support texts that hold until staff write their own (customer section 9). */
export const SUPPORT_DEFAULTS = {
  phone: '(269) 555-0100',
  email: 'support@dockside.example',
  businessHours: 'Mon-Fri: 8AM-6PM, Sat-Sun: 9AM-5PM',
  serviceArea: 'Within 15 miles of the lake',
  emergencyInfo: 'For a fuel spill or an injury call 911 first, then call us.',
} as const;

/** Answers that name only what works here (D33). */
export const DEFAULT_FAQ: FaqItem[] = [
  {
    question: 'How far ahead should I book?',
    answer: 'Any window that has not begun can be booked. A few hours ahead leaves you the choice.',
  },
  {
    question: 'When is my card charged?',
    answer: 'After the delivery, once, for what was really delivered. Booking costs nothing.',
  },
  {
    question: 'Can I change or cancel?',
    answer:
      'Yes, until the driver is on the way. Open Scheduled Deliveries and choose Modify or Cancel.',
  },
];

/** Reads stored FAQ text; what is not a list of questions and answers is left out (D58). */
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
