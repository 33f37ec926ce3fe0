import type { Ref } from 'react';
import { Button } from '@/client/components/button';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { Icon } from '@/client/components/icon';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/pricing/promos';
import type { PromoCode } from './use-promo-code';

type PromoFieldProps = { promo: PromoCode; inputRef: Ref<HTMLInputElement> };

/** Shows the promo code field, folded until it's needed, with the button that applies the code. */
export function PromoField({ promo, inputRef }: PromoFieldProps) {
  const isBlank = promo.code.trim() === '';
  return (
    <Fold title="Use a promo code" icon="tag" isFilled={!isBlank}>
      <Field
        label="Promo Code"
        optional
        error={promo.state.kind === 'invalid' ? promo.state.message : undefined}
      >
        <div className="flex gap-2">
          <TextInput
            ref={inputRef}
            value={promo.code}
            maxLength={MAX_PROMO_CODE_LENGTH}
            autoComplete="off"
            verbatim
            autoCapitalize="characters"
            className="tabular uppercase"
            onChange={(event) => promo.change(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter applies the code, and must not submit the form.
              event.preventDefault();
              if (!isBlank && !promo.isPending) void promo.apply();
            }}
          />
          <Button variant="quiet" disabled={isBlank} busy={promo.isPending} onClick={promo.apply}>
            Apply
          </Button>
        </div>
      </Field>
      {promo.state.kind === 'valid' ? (
        <p className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-success">
          <Icon name="tag" size={16} />
          {promo.state.message}
        </p>
      ) : null}
    </Fold>
  );
}
