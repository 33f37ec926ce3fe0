import { Dialog } from '@/client/components/dialog/dialog';
import { EntryChanges } from '@/client/components/entry-changes';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { useInstants } from '@/client/lib/business-zone';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { PROOF_LABELS } from '@/domain/appointment/proof';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';
import { actorText } from '@/domain/audit/changes';
import type { Appointment } from './appointment';
import { DeliveryLink } from './delivery-link';

type AuditEntry = Outputs['admin']['appointment']['history'][number];
type Photo = Outputs['admin']['appointment']['photos'][number];

const PHOTO_TITLES: Record<Photo['kind'], string> = {
  receipt: 'Receipt Photo',
  fuel: 'Fuel Delivery Photo',
  issue: 'Issue Photo',
  ...PROOF_LABELS,
};

/** An appointment's photos, audit entries, and delivery link. */
export function HistoryDialog({
  appointment,
  onClose,
}: {
  appointment: Appointment;
  onClose: () => void;
}) {
  const { formatInstant } = useInstants();
  const details = trpc.admin.appointment.useQuery({ id: appointment.id }, { staleTime: 0 });
  return (
    <Dialog
      open
      size="lg"
      title={`Appointment ${appointment.publicCode}`}
      description="Photos and history"
      onClose={onClose}
    >
      {details.data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history without photos must still scroll by keyboard.
        <section tabIndex={0} aria-label="Photos and history" className="flex flex-col gap-6">
          <Photos photos={details.data.photos} completed={appointment.status === 'completed'} />
          <History entries={details.data.history} />
          <DeliveryLink appointmentId={appointment.id} />
          <p className="text-sm text-muted">
            Appointment number{' '}
            <span className="tabular break-all select-all">{appointment.id}</span>, booked{' '}
            {formatInstant(appointment.createdAt)}
          </p>
        </section>
      ) : details.isError ? (
        <ErrorState title="We couldn’t load the history" onRetry={() => details.refetch()} />
      ) : (
        <SkeletonList label="Loading history" rows={4} rowClassName="h-14" />
      )}
    </Dialog>
  );
}

function Photos({ photos, completed }: { photos: Photo[]; completed: boolean }) {
  if (photos.length === 0 && !completed) return null;
  return (
    <section aria-label="Photos">
      <h3 className="mb-2 text-base">Photos</h3>
      {photos.length === 0 ? (
        <p className="text-muted">This delivery was completed without photos.</p>
      ) : (
        <div className="grid grid-cols-2 gap-4">
          {photos.map((photo) => (
            <PhotoFrame
              key={photo.id}
              src={`/api/photos/${photo.id}`}
              href={`/api/photos/${photo.id}`}
              isWhole={photo.kind === 'signature'}
              alt={PHOTO_TITLES[photo.kind]}
              caption={PHOTO_TITLES[photo.kind]}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function History({ entries }: { entries: AuditEntry[] }) {
  const { formatInstant } = useInstants();
  return (
    <section aria-label="History">
      <h3 className="mb-2 text-base">History</h3>
      {entries.length === 0 ? (
        <EmptyState icon="history" title="No changes yet">
          Changes to this appointment will show up here.
        </EmptyState>
      ) : (
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li key={entry.id} className="border-b border-edge/70 py-3 last:border-b-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-semibold">{AUDIT_ACTION_LABELS[entry.action]}</span>
                <time dateTime={new Date(entry.at).toISOString()} className="text-sm text-muted">
                  {formatInstant(entry.at)}
                </time>
              </p>
              <p className="text-sm text-muted">{actorText(entry)}</p>
              <EntryChanges entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
