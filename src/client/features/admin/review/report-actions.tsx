import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { ReportCorrection } from '@/client/appointment/report-correction';
import { Button, buttonClass } from '@/client/components/button';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { trpc } from '@/client/lib/trpc';
import { CallButton } from './call-button';
import { type ReportItem, useDecide } from './use-review-queue';

/** The photo of a driver's report, if there is one. */
export function ReportPhoto({ item: { report } }: { item: ReportItem }) {
  if (!report.photoId) return null;
  const address = `/api/photos/${report.photoId}`;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="max-w-60">
      <PhotoFrame src={address} alt="Report photo" />
    </a>
  );
}

/** Calls the people who know about a report, and resolves it. */
export function ReportActions({ item: { kind, report, delivery } }: { item: ReportItem }) {
  const resolve = trpc.admin.resolveDriverReport.useMutation();
  const utils = trpc.useUtils();
  const decide = useDecide();
  const CorrectReported = use(ReportCorrection);
  const end = async () => {
    await resolve.mutateAsync({ id: report.id });
    await utils.admin.driverReports.invalidate();
  };
  return (
    <>
      {kind === 'spill' ? (
        <Link
          to="/admin/spill/$id"
          params={{ id: report.id }}
          className={buttonClass({ variant: 'main', size: 'sm' })}
        >
          Spill Report
        </Link>
      ) : null}
      {CorrectReported && report.delivered && delivery?.status === 'completed' ? (
        <CorrectReported
          deliveryId={delivery.id}
          reported={report.delivered}
          driverName={report.driver?.name ?? 'The driver'}
          onCorrected={() => decide(end, null)}
        />
      ) : null}
      <CallButton name={report.driver?.name ?? 'Driver'} phone={report.driver?.phone ?? null} />
      <CallButton name="Customer" phone={delivery?.customerPhone ?? null} />
      <Button variant="quiet" size="sm" icon="check" onClick={() => decide(end, 'Report Resolved')}>
        Mark Resolved
      </Button>
    </>
  );
}
