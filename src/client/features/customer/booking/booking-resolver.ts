import { zodResolver } from '@hookform/resolvers/zod';
import { bookingFormSchema } from '@/domain/appointment/book.schema';

/** Checks the booking form by the domain's schema. `use-booking-form.ts` loads it at the first focus. */
export const bookingResolver = zodResolver(bookingFormSchema);
