import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { termsText, usesText } from '@/domain/pricing/discount-rules';
import { ListedItem } from '../listed-item';
import { AddDiscountDialog, EditDiscountDialog } from './discount-dialogs';
import type { Discount } from './discount-fields';

/** Lists and creates discounts. */
export function DiscountsPanel() {
  const [page, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const list = trpc.admin.discounts.useQuery(
    { page },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
  const { discounts, count = 0, pageSize = 1 } = list.data ?? {};
  const pageCount = list.data ? Math.ceil(count / pageSize) : null;
  usePageWithin(page, pageCount, setPage);
  return (
    <Panel
      tight
      id="discounts"
      icon="tag"
      title="Discounts"
      subtitle="Codes that take a percentage or dollars off fuel, ice, or the delivery fee. An order keeps its discount when it’s changed. Recurring deliveries and later orders don’t get it."
      actions={
        <Button size="sm" variant="quiet" onClick={() => setIsAdding(true)}>
          Create Discount
        </Button>
      }
    >
      {discounts ? (
        count === 0 ? (
          <EmptyState icon="tag" title="No discounts yet" className="!py-4">
            For test orders that are never charged, use a test code under Team and access.
          </EmptyState>
        ) : (
          <>
            <ul
              aria-busy={list.isPlaceholderData}
              className="flex flex-col divide-y divide-edge/70 border-t border-edge/70"
            >
              {discounts.map((discount) => (
                <DiscountLine key={discount.code} discount={discount} />
              ))}
            </ul>
            <Pager
              label="Discounts"
              page={page}
              pageCount={pageCount ?? 1}
              busy={list.isPlaceholderData}
              onPage={setPage}
              className="mt-3"
            />
          </>
        )
      ) : list.isError ? (
        <ErrorState title="We couldn’t load the discounts" onRetry={() => list.refetch()}>
          {problemOf(list.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading discounts" rowClassName="h-12" />
      )}
      {isAdding ? <AddDiscountDialog onClose={() => setIsAdding(false)} /> : null}
    </Panel>
  );
}

function DiscountLine({ discount }: { discount: Discount }) {
  const utils = trpc.useUtils();
  const setting = trpc.admin.setDiscountActive.useMutation();
  const { code, name, isActive, problem, uses } = discount;
  return (
    <ListedItem
      name={name}
      noun="Discount"
      action={{
        label: isActive ? 'Deactivate' : 'Reactivate',
        consequence: 'Customers won’t be able to use it. Booked orders keep their discount.',
        busy: setting.isPending,
        run: () => setting.mutateAsync({ code, isActive: !isActive }),
      }}
      refresh={() => utils.admin.discounts.invalidate()}
      dialog={(onClose) => <EditDiscountDialog discount={discount} onClose={onClose} />}
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold" translate="no">
          {name}
        </span>
        <Badge tone={problem === null ? 'green' : 'grey'}>
          {isActive ? (problem === null ? 'Active' : 'Can’t be used') : 'Inactive'}
        </Badge>
      </p>
      <p className="text-sm text-muted">
        {termsText(discount)} {usesText(uses)}.
      </p>
      {isActive && problem !== null ? <p className="text-sm text-muted">{problem}</p> : null}
    </ListedItem>
  );
}
