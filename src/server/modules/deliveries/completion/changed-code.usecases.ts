import type { Guard } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { quoteDelivered } from '@/domain/pricing/delivered-price';
import { misfitText } from '@/domain/pricing/discount-rules';
import type { Call } from '@/server/config/call';
import { discountForStaff } from '../../appointments/order-discount.usecases';

/** The order's columns with another discount code, and the guard of the write. Empty if it's kept. */
export type ChangedCode = {
  columns: Partial<
    Pick<
      AppointmentRow,
      'promoCode' | 'promoCodeUsed' | 'discount' | 'discountPhone' | 'discountEmail'
    >
  >;
  guards: readonly Guard[];
};

const KEPT: ChangedCode = { columns: {}, guards: [] };
const NO_CODE = {
  promoCode: null,
  promoCodeUsed: false,
  discount: null,
  discountPhone: null,
  discountEmail: null,
} as const;

/**
 * Returns an order's columns with the code that staff entered with the delivery.
 *
 * @throws `invalid_input` if the order can't use the code. Nothing was recorded.
 */
export async function changedCode(
  call: Call,
  row: AppointmentRow,
  code: string | null | undefined,
): Promise<ChangedCode> {
  const same = (row.promoCode ?? '').toUpperCase() === (code ?? '').toUpperCase();
  if (code === undefined || same) return KEPT;
  if (row.testMode) throw refused('A test order keeps its code.');
  if (!code) return { columns: NO_CODE, guards: [] };
  const found = await discountForStaff(call, code, row).catch((error: unknown) => {
    const problem = error instanceof DomainError && error.details?.problem;
    throw problem ? refused(String(problem)) : error;
  });
  return found ? { columns: found.columns, guards: [found.isLeft] } : KEPT;
}

/** Throws `invalid_input` if nothing that was delivered has the changed discount. */
export function refuseUnfitCode(
  row: AppointmentRow,
  { columns }: ChangedCode,
  delivered: Parameters<typeof quoteDelivered>[1],
): void {
  const problem = columns.discount && misfitText(columns.discount, quoteDelivered(row, delivered));
  if (problem) throw refused(problem);
}

const refused = (problem: string) =>
  new DomainError(
    'invalid_input',
    `${problem} Nothing was recorded. Remove the code, or use another one.`,
    { field: 'promoCode', details: { problem } },
  );
