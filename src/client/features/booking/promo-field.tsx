import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Icon } from '@/client/components/icon';
import { TextInput } from '@/client/components/text-input';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/booking/options';
import type { PromoCode } from './use-promo-code';

/** A promo code and its Apply. */
export function PromoField({ promo }: { promo: PromoCode }) {
  const blank = promo.code.trim() === '';
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label="Promo Code"
        optional
        error={promo.state.kind === 'invalid' ? promo.state.message : undefined}
      >
        <div className="flex gap-2">
          <TextInput
            data-field="promoCode"
            value={promo.code}
            maxLength={MAX_PROMO_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="tabular uppercase"
            onChange={(event) => promo.change(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter in this box means this box, not the whole form.
              event.preventDefault();
              if (!blank && !promo.isPending) void promo.apply();
            }}
          />
          <Button variant="quiet" disabled={blank} busy={promo.isPending} onClick={promo.apply}>
            Apply
          </Button>
        </div>
      </Field>
      {promo.state.kind === 'valid' ? (
        <p className="flex items-center gap-1.5 text-sm font-medium text-success">
          <Icon name="tag" size={16} />
          {promo.state.message}
        </p>
      ) : null}
    </div>
  );
}
