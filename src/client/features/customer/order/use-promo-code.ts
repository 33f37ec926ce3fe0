import { useCallback, useState } from 'react';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { trpc } from '@/client/lib/trpc';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/pricing/promos';
import type { Terms } from './priced-order';
import type { OrderFormState } from './use-order-form';

/** The terms of an order without a code. */
const NO_TERMS: Terms = { testMode: false };

/** If the code is edited, we no longer know whether it's valid. */
type PromoState =
  | { kind: 'unknown' }
  | { kind: 'valid'; message: string; terms: Terms }
  | { kind: 'invalid'; message: string };

export type PromoCode = ReturnType<typeof usePromoCode>;

/** Returns the form's promo code with the server's answer about it. */
export function usePromoCode({ setValue, watch }: OrderFormState) {
  const code = watch('promoCode') ?? '';
  const [state, setState] = useState<PromoState>({ kind: 'unknown' });
  const validate = trpc.booking.validatePromo.useMutation();

  /** Drops the answer, because the form shows another code now. */
  const forgetAnswer = useCallback(() => setState({ kind: 'unknown' }), []);
  const change = (typed: string) => {
    forgetAnswer();
    const next = typed.toUpperCase().slice(0, MAX_PROMO_CODE_LENGTH);
    setValue('promoCode', next, { shouldDirty: true });
  };

  /** Validates the code and shows the result in a toast. Resolves to true if it's valid. */
  const apply = async (): Promise<boolean> => {
    try {
      const { valid, message, ...terms } = await validate.mutateAsync({ promoCode: code.trim() });
      setState({ kind: valid ? 'valid' : 'invalid', message, terms });
      if (valid) toastSuccess('Promo Code Applied', message);
      else toastError('Invalid Code', message);
      return valid;
    } catch {
      toastError('Validation Error', 'Failed to validate promo code');
      return false;
    }
  };

  return {
    code,
    state,
    isPending: validate.isPending,
    terms: state.kind === 'valid' ? state.terms : NO_TERMS,
    /** True if a code is typed but not validated yet. */
    isUntried: code.trim() !== '' && state.kind === 'unknown',
    forgetAnswer,
    change,
    apply,
  };
}
