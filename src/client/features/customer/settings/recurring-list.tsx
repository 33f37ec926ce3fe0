import { useState } from 'react';
import { attempt } from '@/client/appointment/belongings/attempt';
import { JUST_LOADED_MS } from '@/client/appointment/belongings/belongings-list';
import { Listed, RowText } from '@/client/appointment/belongings/listed';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Panel } from '@/client/components/panel';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { trpc } from '@/client/lib/trpc';
import { RECURRING_PLANS } from '@/domain/account/recurring';
import { orderOfPlan } from '@/domain/account/recurring-plan';
import { formatLongDate } from '@/domain/dates';
import { orderText } from '@/domain/order/order';
import { totalText } from '@/domain/pricing/total-text';
import { type Recurring, RecurringDialog } from './recurring-dialog';

type Plan = Recurring['deliveries'][number];

type RecurringListProps = {
  /** The past delivery to repeat, whose form opens. */
  repeat: string | undefined;
  onRepeated: () => void;
};

/** Lists the customer's recurring deliveries. */
export function RecurringList({ repeat = '', onRepeated }: RecurringListProps) {
  const repeated = trpc.booking.get.useQuery({ id: repeat }, { enabled: repeat !== '' });
  const utils = trpc.useUtils();
  const recurring = trpc.account.recurring.useQuery(undefined, { staleTime: JUST_LOADED_MS });
  const change = trpc.account.changeRecurring.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Plan | null>(null);
  const skip = trpc.account.skipRecurring.useMutation();

  const show = (all: Recurring | null) => {
    if (all) utils.account.recurring.setData(undefined, all);
  };
  const changeTo = async ({ id }: Plan, status: Plan['status']) =>
    show(await attempt('Recurring Delivery Not Changed', () => change.mutateAsync({ id, status })));
  const skipNext = async ({ id, nextDelivery: date }: Plan) => {
    if (date === null) return;
    show(await attempt('Date Not Skipped', () => skip.mutateAsync({ id, date })));
    await utils.account.recurring.invalidate();
  };
  const end = async (plan: Plan) => {
    const isSure = await confirm({
      title: 'End this recurring delivery?',
      description: nameOf(plan),
      confirmLabel: 'End Recurring Delivery',
      cancelLabel: 'Keep Recurring Delivery',
      danger: true,
    });
    if (isSure) await changeTo(plan, 'cancelled');
  };

  return (
    <Panel
      title="Recurring deliveries"
      icon="refresh"
      actions={
        <Button size="sm" variant="quiet" icon="plus" onClick={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      <Listed
        what="your recurring deliveries"
        query={recurring}
        rows={recurring.data?.deliveries}
        empty="None yet. Set one up, and we’ll keep your tank full."
      >
        {(plan) => (
          <>
            <RowText title={nameOf(plan)}>
              {withNoBreaks(orderText(orderOfPlan(plan)))}
              {plan.priceCents ? `, ${totalText(plan, plan.priceCents)}` : null}
              {plan.nextDelivery ? (
                <span className="block">Next: {formatLongDate(plan.nextDelivery)}</span>
              ) : null}
            </RowText>
            {plan.status === 'paused' ? <Badge tone="yellow">Paused</Badge> : null}
            <Button size="sm" variant="ghost" onClick={() => setEdited(plan)}>
              Edit
            </Button>
            {plan.status === 'active' ? (
              <Button size="sm" variant="ghost" onClick={() => skipNext(plan)}>
                Skip Next
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => changeTo(plan, plan.status === 'paused' ? 'active' : 'paused')}
            >
              {plan.status === 'paused' ? 'Resume' : 'Pause'}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => end(plan)}>
              End
            </Button>
          </>
        )}
      </Listed>
      {recurring.data ? <p className="mt-5 text-sm text-muted">{recurring.data.rule}</p> : null}
      {adding ? <RecurringDialog onSaved={show} onClose={() => setAdding(false)} /> : null}
      {repeat && repeated.data ? (
        <RecurringDialog delivery={repeated.data} onSaved={show} onClose={onRepeated} />
      ) : null}
      {edited ? (
        <RecurringDialog plan={edited} onSaved={show} onClose={() => setEdited(null)} />
      ) : null}
      {confirmDialog}
    </Panel>
  );
}

const nameOf = ({ planType, deliveryDay }: Plan) =>
  `${RECURRING_PLANS[planType].label}, on ${deliveryDay}`;
