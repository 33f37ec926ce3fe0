import { useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { Discount } from '@/domain/pricing/discount';
import { MAX_PROMO_CODE_LENGTH, PROMO_CODE_MESSAGE } from '@/domain/pricing/promos';

type PromoCodeProps = { onDiscount: (discount: Discount | null) => void };

/** Checks a caller's promo code, so that staff can quote the total with its discount. */
export function PromoCode({ onDiscount }: PromoCodeProps) {
  const { register, watch, setError, clearErrors, formState } = useFormContext<{
    promoCode?: unknown;
  }>();
  const checking = trpc.booking.validatePromo.useMutation();
  const code = String(watch('promoCode') ?? '').trim();
  const apply = async () => {
    try {
      const { message, discount } = await checking.mutateAsync({ promoCode: code });
      onDiscount(discount);
      // A test code isn't a discount, and an order for a customer is never a test.
      const text = message.startsWith('✓') ? PROMO_CODE_MESSAGE : message;
      if (!discount) setError('promoCode', { message: text });
    } catch (error) {
      setError('promoCode', { message: problemOf(error).message });
    }
  };
  const field = register('promoCode', {
    onChange: () => {
      onDiscount(null);
      clearErrors('promoCode');
    },
  });
  return (
    <Field
      label="Promo Code"
      optional
      error={formState.errors.promoCode?.message}
      className="col-span-full"
    >
      <div className="flex gap-2">
        <TextInput
          {...field}
          maxLength={MAX_PROMO_CODE_LENGTH}
          autoComplete="off"
          verbatim
          className="uppercase"
        />
        <Button variant="quiet" disabled={code === ''} busy={checking.isPending} onClick={apply}>
          Apply
        </Button>
      </div>
    </Field>
  );
}
