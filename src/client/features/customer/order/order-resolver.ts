import { zodResolver } from '@hookform/resolvers/zod';
import { orderFormSchema } from '@/domain/appointment/book.schema';

/**
 * Checks the order form with the domain's schema. `use-order-form.ts` loads it at the first focus.
 */
export const orderResolver = zodResolver(orderFormSchema);
