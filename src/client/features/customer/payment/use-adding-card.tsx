import { type ReactNode, useState } from 'react';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { cardName } from '@/domain/payment/card';
import type { AddCardProps, AddedCard } from './add-card-modal';

const NOT_ADDED = 'Card Not Added';

/** We fetch the card form's code when a card is added. */
const fetchModal = fetchedCode(
  () => import('./add-card-modal'),
  (one) => one.AddCardModal,
);

/** Adds a card to the account. `addCard` opens the form. The screen renders `addingDialog`. */
export function useAddingCard(): { addCard: () => Promise<void>; addingDialog: ReactNode } {
  const utils = trpc.useUtils();
  const begin = trpc.account.beginCard.useMutation();
  const { Component, fetchCode } = useFetchedComponent(fetchModal, NOT_ADDED);
  const [setup, setSetup] = useState<AddCardProps['setup'] | null>(null);

  const onAdded = (answer: AddedCard) => {
    setSetup(null);
    if (answer) utils.account.cards.setData(undefined, answer.cards);
    else void utils.account.cards.invalidate();
    if (answer?.isNew === false) {
      toastSuccess('Card Already Saved', `${cardName(answer.added)} is already in your account.`);
    } else toastSuccess('Card Added', 'You can use it for your next delivery.');
  };
  const addCard = async () => {
    try {
      const next = await begin.mutateAsync();
      // A tab that's closed now had saved the card at Stripe, and the server found it there.
      if (next.clientSecret === null) onAdded(null);
      else if (await fetchCode()) setSetup(next);
    } catch (error) {
      toastError(NOT_ADDED, problemOf(error).message);
    }
  };

  const addingDialog =
    setup && Component ? (
      <Component setup={setup} onAdded={onAdded} onCancel={() => setSetup(null)} />
    ) : null;
  return { addCard, addingDialog };
}
