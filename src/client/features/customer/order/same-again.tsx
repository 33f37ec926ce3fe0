import type { MouseEvent } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon } from '@/client/components/icon';
import type { Cents } from '@/domain/money';
import { fuelIntoText, orderText } from '@/domain/order/order';
import { cardName } from '@/domain/payment/card';
import { totalText } from '@/domain/pricing/total-text';
import type { LastAppointment } from './use-last-appointment';
import type { OwnTimeSlot } from './use-slots';

type SameAgainProps = {
  last: LastAppointment;
  /** The next available window. */
  next: OwnTimeSlot;
  /** The order's total at the current price, or null while the price is loading. */
  estimateCents: Cents | null;
  /** Copies the order to the form, where the customer can edit it. */
  onFill: () => void;
};

/** Offers to book the last order again in the next available window. */
export function SameAgain({ last, next, estimateCents, onFill }: SameAgainProps) {
  const { savedCard: card } = last;
  const book = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onFill();
    currentTarget.form?.requestSubmit();
  };
  const edit = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onFill();
    if (form) showFilled(form);
  };
  return (
    <section
      aria-labelledby="same-again"
      className="rounded-field border border-primary/40 bg-primary/5 p-4"
    >
      <h3 id="same-again" className="mb-2 flex items-center gap-2 font-semibold">
        <Icon name="history" size={20} className="text-primary" />
        Same as last time
      </h3>
      <DefinitionList
        items={[
          {
            term: 'Dock',
            value: dockText(last),
          },
          { term: 'Boat', value: last.boatName },
          { term: 'Order', value: orderText(last) },
          { term: 'Fuel goes into', value: fuelIntoText(last) },
          { term: 'Next available window', value: <When {...next} /> },
          {
            term: 'Total',
            value: estimateCents !== null && totalText(last, estimateCents),
          },
          card && { term: 'Card', value: cardName({ brand: card.brand, last4: card.last4 }) },
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={book}>Book Again</Button>
        <Button variant="quiet" onClick={edit}>
          Edit First
        </Button>
      </div>
    </section>
  );
}

const FLASH_MS = 1200;

/** Moves to the form's first field, and colors the filled fields for a moment. */
function showFilled(form: HTMLFormElement): void {
  // The values are only visible after the next render.
  requestAnimationFrame(() => {
    const date = form.querySelector<HTMLElement>('[data-field="date"]:checked');
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    date?.focus({ preventScroll: true });
    date?.closest('fieldset')?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    if (isCalm) return;
    for (const field of form.querySelectorAll('.choice:has(:checked), .input')) {
      field.animate([{ backgroundColor: 'var(--color-warning)' }, {}], FLASH_MS);
    }
  });
}
