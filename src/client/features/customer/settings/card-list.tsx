import { attempt } from '@/client/appointment/belongings/attempt';
import { JUST_LOADED_MS } from '@/client/appointment/belongings/belongings-list';
import { Listed, RowActions, RowText } from '@/client/appointment/belongings/listed';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { cardName, expiryNote } from '@/domain/payment/card';

type CardListProps = { addCard: () => Promise<void> };

/** Lists the cards that a customer can use for bookings. */
export function CardList({ addCard }: CardListProps) {
  const utils = trpc.useUtils();
  const cards = trpc.account.cards.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const prefer = trpc.account.setDefaultCard.useMutation();
  const remove = trpc.account.removeCard.useMutation();
  const { confirm, confirmDialog } = useConfirm();

  const today = new Date().toLocaleDateString('en-CA');

  const removeCard = async (id: string, name: string) => {
    const isSure = await confirm({
      title: 'Remove this card?',
      description: name,
      confirmLabel: 'Remove Card',
      cancelLabel: 'Keep Card',
      danger: true,
    });
    if (!isSure) return;
    const left = await attempt('Card Not Removed', () => remove.mutateAsync({ id }));
    if (!left) return;
    utils.account.cards.setData(undefined, left);
    toastSuccess('Card Removed', name);
  };
  const preferCard = async (id: string) => {
    const all = await attempt('Default Card Not Changed', () => prefer.mutateAsync({ id }));
    if (all) utils.account.cards.setData(undefined, all);
  };

  return (
    <Panel
      title="Saved cards"
      icon="card"
      actions={
        <Button size="sm" variant="quiet" icon="plus" aria-label="Add Card" onClick={addCard}>
          Add
        </Button>
      }
    >
      <Listed
        what="your cards"
        query={cards}
        rows={cards.data}
        empty="No saved cards yet. Add one now, or save one with your next delivery."
      >
        {(card) => (
          <>
            <RowText title={cardName(card)}>{expiryNote(card, today)}</RowText>
            <RowActions>
              {card.isDefault ? (
                <Badge tone="green">Default</Badge>
              ) : (
                <Button size="sm" variant="ghost" onClick={() => preferCard(card.id)}>
                  Make Default
                </Button>
              )}
              <IconButton
                icon={OTHER_ICONS.trash}
                size="sm"
                label={`Remove ${cardName(card)}`}
                onClick={() => removeCard(card.id, cardName(card))}
              />
            </RowActions>
          </>
        )}
      </Listed>
      {confirmDialog}
    </Panel>
  );
}
