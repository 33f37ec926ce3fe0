import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { cardName, expiryNote } from '@/domain/payment/card';
import { attempt } from './attempt';
import { Listed, RowText } from './listed';

/** The cards that are offered when a delivery is booked. */
export function CardList() {
  const utils = trpc.useUtils();
  const cards = trpc.account.cards.useQuery(undefined, { staleTime: 0 });
  const prefer = trpc.account.setDefaultCard.useMutation();
  const remove = trpc.account.removeCard.useMutation();
  const { confirm, confirmDialog } = useConfirm();

  const today = new Date().toLocaleDateString('en-CA');

  const removeCard = async (id: string, name: string) => {
    const sure = await confirm({
      title: 'Remove this card?',
      description: name,
      confirmLabel: 'Remove card',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (!sure) return;
    const left = await attempt('Card not removed', () => remove.mutateAsync({ id }));
    if (!left) return;
    utils.account.cards.setData(undefined, left);
    toastSuccess('Card removed', name);
  };
  const preferCard = async (id: string) => {
    const all = await attempt('Card not changed', () => prefer.mutateAsync({ id }));
    if (all) utils.account.cards.setData(undefined, all);
  };

  return (
    <Panel title="Saved cards" icon="card">
      <Listed
        what="your cards"
        query={cards}
        rows={cards.data}
        empty="No card saved yet. The card of your next delivery is kept here."
      >
        {(card) => (
          <>
            <RowText title={cardName(card)}>{expiryNote(card, today)}</RowText>
            {card.isDefault ? (
              <Badge tone="green">Default</Badge>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => preferCard(card.id)}>
                Make default
              </Button>
            )}
            <IconButton
              icon={OTHER_ICONS.trash}
              size="sm"
              label={`Remove ${cardName(card)}`}
              onClick={() => removeCard(card.id, cardName(card))}
            />
          </>
        )}
      </Listed>
      {confirmDialog}
    </Panel>
  );
}
