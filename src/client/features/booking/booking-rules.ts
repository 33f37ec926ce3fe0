/**
 * What a booking must be, by the domain's own rules. Loaded when somebody begins to fill in the
 * form (load-rules.ts): the schemas are a good part of the code, and looking at the page needs none.
 */
import { BOOKING_SENTENCES, type OrderInput, orderSchema } from '@/domain/booking/schemas';
import { isEmail, isPhone } from '@/domain/text';
import { type BookingValues, gallonsOf, type Reach } from './booking-values';
import type { FieldErrors } from './use-order-form';

/** A refusal of the form: the title of its toast, and the sentence. */
type Refusal = { title: string; sentence: string };

type Checked =
  | { order: OrderInput; errors?: undefined; first?: undefined }
  /** `first` is what is missing first, in the order in which the form asks. */
  | { order?: undefined; errors: FieldErrors; first: Refusal & { field: keyof BookingValues } };

export const TOO_MANY_GALLONS = BOOKING_SENTENCES.gallons;

/** The order as the server takes it, or every field that is wrong with its sentence. */
export function checkOrder(values: BookingValues): Checked {
  const estimatedGallons = gallonsOf(values.estimatedGallons);
  const parsed = orderSchema.safeParse({ ...values, estimatedGallons });
  if (parsed.success) return { order: parsed.data };
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]) as keyof BookingValues;
    errors[field] ??= message;
  }
  const fields = Object.keys(values) as (keyof BookingValues)[];
  const field = fields.find((name) => errors[name] !== undefined) ?? 'date';
  const sentence = errors[field] ?? '';
  return { errors, first: { field, sentence, title: titleOf(field, sentence) } };
}

function titleOf(field: keyof BookingValues, sentence: string): string {
  if (field === 'location') return 'Missing Location';
  return sentence === BOOKING_SENTENCES.noItems ? 'No Items Selected' : 'Missing Information';
}

/** What a customer's profile still lacks for a booking, in the specified order; null when nothing. */
export function profileRefusal(reach: Reach): Refusal | null {
  if (!isEmail(reach.customerEmail ?? '')) {
    return { title: 'Email Required', sentence: BOOKING_SENTENCES.email };
  }
  if (!isPhone(reach.customerPhone ?? '')) {
    return { title: 'Phone Number Required', sentence: BOOKING_SENTENCES.phone };
  }
  if ((reach.customerName ?? '').trim().length < 2) {
    return { title: 'Full Name Required', sentence: BOOKING_SENTENCES.fullName };
  }
  return null;
}
