import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { useCompany } from '@/client/lib/company';
import { instantsIn } from '@/client/lib/instants';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { Disputes, HistoryEvidence, MessageEvidence, Receipt, Terms } from './evidence-parts';
import { Photos } from './evidence-photos';

/** All proof of a delivery and its payment on one printable page, for the response to a dispute. */
export function EvidenceScreen({ id, back }: { id: string; back: ReactNode }) {
  const evidence = trpc.admin.evidence.useQuery({ id }, { staleTime: 0 });
  const { data } = evidence;
  const company = useCompany();
  if (evidence.isError && !data) {
    return (
      <>
        <PageHeader title="Evidence" back={back} />
        <ErrorState title="We couldn’t load the evidence" onRetry={() => evidence.refetch()}>
          {problemOf(evidence.error).message}
        </ErrorState>
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageHeader title="Evidence" back={back} />
        <SkeletonList label="Loading evidence" rowClassName="h-40" />
      </>
    );
  }
  const { delivery, contact, readAt, timeZone } = data;
  const { formatLongInstant } = instantsIn(timeZone, true);
  const parts = { evidence: data, momentOf: formatLongInstant };
  return (
    <>
      <PageHeader
        title={`Evidence for ${delivery.publicCode}`}
        subtitle={`${company?.name}, ${contact.email}, ${contact.phone}. As of ${formatLongInstant(readAt)}. Time zone: ${timeZone}.`}
        back={back}
        actions={
          <Button icon={OTHER_ICONS.print} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2 print:block print:*:mb-4">
        <Disputes {...parts} />
        <Panel tight icon="dollar" title="Receipt">
          <Receipt {...parts} />
        </Panel>
        <Panel tight icon="card" title="Agreed terms">
          <Terms {...parts} />
        </Panel>
        <Panel tight icon="camera" title="Photos">
          <Photos {...parts} />
        </Panel>
        <Panel tight icon="history" title="History" className="print:break-inside-auto">
          <HistoryEvidence {...parts} />
        </Panel>
        <Panel tight icon="mail" title="Messages" className="print:break-inside-auto">
          <MessageEvidence {...parts} />
        </Panel>
      </div>
    </>
  );
}
