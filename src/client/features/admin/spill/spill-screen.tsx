import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { PhoneText } from '@/client/components/phone-link';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { instantsIn } from '@/client/lib/instants';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  SPILL_AMOUNT_LABELS,
  SPILL_CAUSE_LABELS,
  SPILL_WEATHER_LABELS,
} from '@/domain/driver/spill';
import { deviceInstant } from '@/domain/time';
import { SpillCalls } from './spill-calls';

type Report = Outputs['admin']['spillReport'];

/** A spill report with everything the law requires, on one printable page. */
export function SpillScreen({ id, back }: { id: string; back: ReactNode }) {
  const report = trpc.admin.spillReport.useQuery({ id });
  if (!report.data) {
    return (
      <>
        <PageHeader title="Spill report" back={back} />
        {report.isError ? (
          <ErrorState title="We couldn’t load the report" onRetry={() => report.refetch()}>
            {problemOf(report.error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading report" rowClassName="h-40" />
        )}
      </>
    );
  }
  const { photoId, timeZone } = report.data;
  const { formatLongInstant } = instantsIn(timeZone, true);
  return (
    <>
      <PageHeader
        title="Spill report"
        subtitle={`Time zone: ${timeZone}`}
        back={back}
        actions={
          <Button icon={OTHER_ICONS.print} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2 print:block print:*:mb-4">
        <Panel tight icon="warning" title="What happened">
          <Facts report={report.data} momentOf={formatLongInstant} />
        </Panel>
        <SpillCalls id={id} calls={report.data.spill.calls} momentOf={formatLongInstant} />
        {photoId ? (
          <Panel tight icon="camera" title="Photo">
            <PhotoFrame src={`/api/photos/${photoId}`} alt="Spill photo" />
          </Panel>
        ) : null}
      </div>
    </>
  );
}

function Facts({ report, momentOf }: { report: Report; momentOf: (at: number) => string }) {
  const { spill, delivery, driverPhone, driverName, deviceAt } = report;
  const happenedAt = deviceInstant(deviceAt) ?? report.createdAt;
  const position = spill.position && `${spill.position.latitude}, ${spill.position.longitude}`;
  return (
    <DefinitionList
      items={[
        { term: 'When', value: momentOf(happenedAt) },
        { term: 'Reported', value: momentOf(report.createdAt) },
        { term: 'Where', value: spill.place },
        { term: 'Position', value: position },
        { term: 'Substance', value: spill.substance },
        { term: 'Amount', value: SPILL_AMOUNT_LABELS[spill.amount] },
        { term: 'Cause', value: SPILL_CAUSE_LABELS[spill.cause] },
        { term: 'Weather', value: SPILL_WEATHER_LABELS[spill.weather] },
        { term: 'Driver', value: driverName },
        { term: 'Driver’s phone', value: driverPhone && <PhoneText phone={driverPhone} /> },
        { term: 'Delivery', value: delivery && `${delivery.publicCode}, ${delivery.location}` },
        { term: 'Resolved by', value: report.resolvedBy },
      ]}
    />
  );
}
