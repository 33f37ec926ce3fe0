import { PROOF_LABELS } from '@/domain/appointment/proof';
import type { EvidencePartProps } from './evidence-parts';

const TITLES = {
  receipt: 'Receipt',
  fuel: 'Fuel delivery',
  issue: 'Driver report',
  ...PROOF_LABELS,
};

/** The driver's photos, uncropped. They aren't loaded lazily, so that printing includes them. */
export function Photos({ evidence: { photos, delivery } }: EvidencePartProps) {
  if (photos.length === 0) {
    return <p className="text-muted">This delivery was completed without photos.</p>;
  }
  return (
    <div className="grid grid-cols-2 gap-4">
      {photos.map(({ id, kind, width, height }) => (
        <figure key={id} className="min-w-0">
          <img
            src={`/api/photos/${id}`}
            alt={`${TITLES[kind]}, ${delivery.publicCode}`}
            width={width}
            height={height}
            className="h-auto w-full rounded-field border border-edge"
          />
          <figcaption className="mt-1.5 text-sm text-muted">{TITLES[kind]}</figcaption>
        </figure>
      ))}
    </div>
  );
}
