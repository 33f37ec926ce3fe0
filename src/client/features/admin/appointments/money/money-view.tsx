import { useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Money } from '@/client/components/money';
import { Pager } from '@/client/components/pager';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { WAITING_FACTS, WAITING_KINDS, type WaitingKind } from '@/domain/payment/waiting-money';
import { LIVE_LIST } from '../live-list';
import { useCardActions } from '../use-card-actions';
import { WaitingLine } from './waiting-line';

type Waiting = Outputs['admin']['waitingMoney'];

type MoneyViewProps = {
  /** What alone is listed; null lists all. */
  kind: WaitingKind | null;
  onKind: (kind: WaitingKind | null) => void;
};

/** All money that waits, the oldest first, with what can be done about each. */
export function MoneyView({ kind, onKind }: MoneyViewProps) {
  const [chosen, setChosen] = useState({ kind, page: 1 });
  const page = chosen.kind === kind ? chosen.page : 1;
  const list = trpc.admin.waitingMoney.useQuery({ kind, page }, LIVE_LIST);
  const { act, dialogs } = useCardActions();
  const { data } = list;
  if (!data) {
    return list.isError ? (
      <ErrorState title="The money could not be loaded" onRetry={() => list.refetch()} />
    ) : (
      <SkeletonList label="Loading the money" rows={6} rowClassName="h-16" />
    );
  }
  const pageCount = Math.max(1, Math.ceil(data.total / data.pageSize));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="money-heading" tabIndex={-1} className="text-xl">
          Money that waits
        </h2>
        <p>
          <span className="text-muted">Owed in all </span>
          <Money size="lg">{formatDollars(data.owedCents)}</Money>
        </p>
      </div>
      <Kinds sums={data.sums} chosen={kind} onChoose={onKind} />
      {data.items.length === 0 ? (
        <EmptyState icon="check-circle" title="Nothing waits">
          Every delivery is paid, and nothing is to be looked at.
        </EmptyState>
      ) : (
        <ul
          aria-labelledby="money-heading"
          aria-busy={list.isPlaceholderData}
          className="rounded-box border border-edge/70 bg-base-100 px-3 shadow-near"
        >
          {data.items.map((item) => (
            <WaitingLine
              key={item.key}
              item={item}
              onAction={(action) =>
                act(action, item.appointment, () =>
                  document.getElementById('money-heading')?.focus(),
                )
              }
            />
          ))}
        </ul>
      )}
      <Pager
        label="Money"
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        busy={list.isPlaceholderData}
        onPage={(next) => setChosen({ kind, page: next })}
      />
      {dialogs}
    </div>
  );
}

type KindsProps = {
  sums: Waiting['sums'];
  chosen: WaitingKind | null;
  onChoose: (kind: WaitingKind | null) => void;
};

/** Why money waits, each with how many and how much; a press lists that alone, or all again. */
function Kinds({ sums, chosen, onChoose }: KindsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Why it waits</legend>
      {WAITING_KINDS.map((kind) => {
        const sum = sums.find((one) => one.kind === kind);
        const isChosen = kind === chosen;
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={isChosen}
            className={classNames(
              'tabular min-h-11 cursor-pointer rounded-field border px-3 py-1 text-start hover:border-primary',
              isChosen ? 'border-primary bg-primary/10' : 'border-edge/70 bg-base-100',
            )}
            onClick={() => onChoose(isChosen ? null : kind)}
          >
            {WAITING_FACTS[kind].label}{' '}
            <span className="text-muted">
              {(sum?.count ?? 0).toLocaleString('en-US')}
              {sum ? ` · ${formatDollars(sum.cents)}` : ''}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
