import { useCallback, useState } from 'react';
import { toast } from '@/client/components/toast-store';
import { keepDraft } from '@/client/lib/order-draft';
import { trpc } from '@/client/lib/trpc';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/pricing/promos';

/** Editing an applied code returns it to unknown (D28). */
type PromoState =
  | { kind: 'unknown' }
  | { kind: 'valid'; message: string }
  | { kind: 'invalid'; message: string };

export type PromoCode = ReturnType<typeof usePromoCode>;

/** A promo code as typed, with the server's answer about it. */
export function usePromoCode() {
  const [code, setCode] = useState('');
  const [state, setState] = useState<PromoState>({ kind: 'unknown' });
  const validate = trpc.booking.validatePromo.useMutation();

  /** Shows a code that is not typed now. */
  const show = useCallback((shown: string) => {
    setCode(shown);
    setState({ kind: 'unknown' });
  }, []);
  const change = (typed: string) => {
    const next = typed.toUpperCase().slice(0, MAX_PROMO_CODE_LENGTH);
    show(next);
    keepDraft({ promoCode: next });
  };

  /** Validates the code and tells the result. Resolves to true when it is valid. */
  const apply = async (): Promise<boolean> => {
    try {
      const { valid, message } = await validate.mutateAsync({ promoCode: code.trim() });
      setState({ kind: valid ? 'valid' : 'invalid', message });
      toast(
        valid
          ? { variant: 'success', title: 'Promo Code Applied', description: message }
          : { variant: 'destructive', title: 'Invalid Code', description: message },
      );
      return valid;
    } catch {
      toast({
        variant: 'destructive',
        title: 'Validation Error',
        description: 'Failed to validate promo code',
      });
      return false;
    }
  };

  return {
    code,
    state,
    isPending: validate.isPending,
    testMode: state.kind === 'valid',
    /** Typed, and not validated yet. */
    isUntried: code.trim() !== '' && state.kind === 'unknown',
    show,
    change,
    apply,
  };
}
