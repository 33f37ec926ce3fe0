import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Money } from '@/client/components/money';
import { Pager, usePageWithin } from '@/client/components/pager';
import { trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { DayPanel } from '../day/day-panel';
import { LIVE_LIST } from '../live-list';
import { useCardActions } from '../use-card-actions';
import { MoneyBar } from './money-bar';
import type { MoneyChoice } from './money-choice';
import { MoneyKinds } from './money-kinds';
import { useSteadyLines } from './steady-lines';
import { waitingButtonId } from './waiting-item';
import { WaitingLine } from './waiting-line';

type MoneyViewProps = {
  choice: MoneyChoice;
  /** @param replace true if Back shouldn't return to the previous choice */
  onChoose: (choice: MoneyChoice, replace: boolean) => void;
};

/** All open payments with their actions, and the selected payment's appointment in a side panel. */
export function MoneyView({ choice, onChoose }: MoneyViewProps) {
  const { openId, ...listed } = choice;
  const list = trpc.admin.waitingMoney.useQuery(listed, LIVE_LIST);
  const { data, isPlaceholderData } = list;
  const { act, dialogs } = useCardActions();
  const view = JSON.stringify(listed);
  const { lines, isBehind, renew } = useSteadyLines(
    view,
    isPlaceholderData ? undefined : data?.items,
  );
  const pageCount = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : 1;
  usePageWithin(choice.page, data && !isPlaceholderData ? pageCount : null, (page) =>
    onChoose({ ...choice, page, openId: null }, true),
  );
  if (!data) {
    return list.isError ? (
      <ErrorState title="We couldn’t load the open payments" onRetry={() => list.refetch()} />
    ) : (
      <SkeletonList label="Loading open payments" rows={6} rowClassName="h-16" />
    );
  }
  /** A change of the list starts at its first page. */
  const choose = (change: Partial<MoneyChoice>) =>
    onChoose({ ...choice, page: 1, openId: null, ...change }, false);
  const focusOpen = () => {
    const line = lines.find(({ item }) => item.appointment.id === openId);
    document.getElementById(waitingButtonId(line?.item.key ?? ''))?.focus();
  };
  const isNarrowed = Boolean(choice.customerId || choice.from || choice.to);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="money-heading" tabIndex={-1} className="scroll-mt-4 text-xl">
          Open payments
        </h2>
        <p>
          <span className="text-muted">{isNarrowed ? 'Owed in this view ' : 'Total owed '}</span>
          <Money size="lg">{formatDollars(data.owedCents)}</Money>
        </p>
      </div>
      <MoneyKinds sums={data.sums} chosen={choice.kind} onChoose={(kind) => choose({ kind })} />
      <MoneyBar
        choice={choice}
        answer={data}
        isBehind={isBehind && !isPlaceholderData}
        onChoose={choose}
        onRenew={() => {
          renew();
          document.getElementById('money-heading')?.focus();
        }}
      />
      {/* While another list loads, the old lines can't be used, because they may not be in the new one. */}
      <div
        className="flex items-start gap-4"
        aria-busy={isPlaceholderData}
        inert={isPlaceholderData}
      >
        {lines.length === 0 ? (
          <EmptyState
            icon="check-circle"
            title={isNarrowed || choice.kind ? 'No matching payments' : 'No open payments'}
            className="flex-1"
          >
            {isNarrowed || choice.kind
              ? 'Change or clear the filters above to see more.'
              : 'All deliveries are paid. Nothing needs review.'}
          </EmptyState>
        ) : (
          <ul
            aria-labelledby="money-heading"
            className="min-w-0 flex-1 rounded-box border border-edge/70 bg-base-100 px-3 shadow-near"
          >
            {lines.map(({ item, isGone }) => (
              <WaitingLine
                key={item.key}
                item={item}
                isGone={isGone}
                isOpen={item.appointment.id === openId}
                onOpen={() => onChoose({ ...choice, openId: item.appointment.id }, false)}
                onAction={(action) =>
                  act(action, item.appointment, () =>
                    document.getElementById(waitingButtonId(item.key))?.focus(),
                  )
                }
              />
            ))}
          </ul>
        )}
        {openId ? (
          <DayPanel
            id={openId}
            onAction={(action, appointment) => act(action, appointment, focusOpen)}
            onClose={() => {
              onChoose({ ...choice, openId: null }, true);
              focusOpen();
            }}
          />
        ) : null}
      </div>
      <Pager
        label="Open payments"
        page={Math.min(choice.page, pageCount)}
        pageCount={pageCount}
        busy={isPlaceholderData}
        onPage={(page) => {
          choose({ page });
          document.getElementById('money-heading')?.scrollIntoView({ block: 'start' });
        }}
      />
      {dialogs}
    </div>
  );
}
