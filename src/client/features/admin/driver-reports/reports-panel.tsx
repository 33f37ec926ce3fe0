import { Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import type { CorrectReportedProps } from '@/client/appointment/report-correction';
import { slipText } from '@/client/appointment/slip-text';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastError } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { PhoneLink, PhoneText } from '@/client/components/phone-link';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { NOT_DELIVERED_LABELS } from '@/domain/driver/not-delivered';
import { formatCount } from '@/domain/text';

type Report = Outputs['admin']['driverReports']['reports'][number];

/** Polls in case the page's live stream is closed. */
const POLL_MS = 60_000;

type ReportsPanelProps = {
  /** The button that corrects a delivery, which the page provides: it's part of another feature. */
  CorrectReported: ComponentType<CorrectReportedProps>;
};

/** The open driver reports. Renders nothing if there are none. */
export function ReportsPanel({ CorrectReported }: ReportsPanelProps) {
  const list = trpc.admin.driverReports.useQuery({ open: true }, { refetchInterval: POLL_MS });
  if (list.isError && !list.data) {
    return (
      <Callout
        tone="error"
        className="mb-6"
        action={
          <Button variant="quiet" size="sm" onClick={() => list.refetch()}>
            Retry
          </Button>
        }
      >
        We couldn’t load the driver reports. {problemOf(list.error).message}
      </Callout>
    );
  }
  const reports = list.data?.reports ?? [];
  if (reports.length === 0) return null;
  return (
    <Panel
      tight
      icon="warning"
      title={`Driver reports (${formatCount(list.data?.open ?? reports.length)})`}
      className="mb-6"
    >
      <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {reports.map((report) => (
          <li key={report.id}>
            <ReportCard {...{ report, CorrectReported }} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ReportCard({ report, CorrectReported }: ReportsPanelProps & { report: Report }) {
  const { formatWeekdayAndTime } = useInstants();
  const { resolve, isResolved } = useResolve(report);
  const { delivery, delivered, reason, photoId, isSpill } = report;
  const slip = delivery && slipText(delivery.slipNumber);
  return (
    <article
      aria-label={`Report from ${report.driverName}`}
      className="flex h-full flex-col gap-2.5 rounded-field border border-edge p-3.5"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={reason || isSpill ? 'red' : 'yellow'}>
          {reason ? `Not delivered: ${NOT_DELIVERED_LABELS[reason]}` : isSpill ? 'Spill' : 'Issue'}
        </Badge>
        <time className="text-sm text-muted" dateTime={new Date(report.createdAt).toISOString()}>
          {formatWeekdayAndTime(report.createdAt)}
        </time>
      </header>
      <p className="font-medium wrap-anywhere whitespace-pre-line">{report.text}</p>
      {photoId ? (
        <a href={`/api/photos/${photoId}`} target="_blank" rel="noreferrer" className="max-w-60">
          <PhotoFrame src={`/api/photos/${photoId}`} alt="Report photo" />
        </a>
      ) : null}
      {delivery ? (
        <p className="text-sm text-muted">
          <span className="tabular">{delivery.publicCode}</span>, {delivery.location}
          {slip ? `, ${slip}` : null}
          {delivery.customerName ? `, ${delivery.customerName}` : null}
        </p>
      ) : null}
      <footer className="mt-auto flex flex-wrap items-center gap-2">
        {isSpill ? (
          <Link to="/admin/spill/$id" params={{ id: report.id }} className="link text-sm">
            Spill report
          </Link>
        ) : null}
        <Caller name={report.driverName} phone={report.driverPhone} />
        {delivery?.customerPhone ? <Caller name="Customer" phone={delivery.customerPhone} /> : null}
        <span className="ms-auto flex flex-wrap gap-2">
          {delivered && delivery?.status === 'completed' ? (
            <CorrectReported
              deliveryId={delivery.id}
              reported={delivered}
              driverName={report.driverName}
              onCorrected={resolve}
            />
          ) : null}
          <Button variant="quiet" size="sm" icon="check" disabled={isResolved} onClick={resolve}>
            Mark Resolved
          </Button>
        </span>
      </footer>
    </article>
  );
}

function Caller({ name, phone }: { name: string; phone: string | null }) {
  if (!phone) return <span className="text-sm">{name}</span>;
  return (
    <PhoneLink phone={phone} className="link text-sm">
      {name}, <PhoneText phone={phone} />
    </PhoneLink>
  );
}

function useResolve(report: Report) {
  const utils = trpc.useUtils();
  const resolving = trpc.admin.resolveDriverReport.useMutation();
  const [isResolved, setIsResolved] = useState(false);
  const resolve = async () => {
    try {
      await resolving.mutateAsync({ id: report.id });
      setIsResolved(true);
      await utils.admin.driverReports.invalidate();
    } catch (error) {
      toastError('Update Failed', problemOf(error).message);
    }
  };
  return { resolve, isResolved };
}
