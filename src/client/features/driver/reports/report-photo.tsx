import { PhotoField } from '@/client/components/photo/photo-field';
import { usePhotoSide } from '@/client/features/driver/outbox/use-photo-side';

type ReportPhotoProps = { name: string; onBusy: (isBusy: boolean) => void };

/** A report's photo. It's sent after the text, which needs less signal. */
export function ReportPhoto(props: ReportPhotoProps) {
  return (
    <PhotoField
      {...props}
      label="Photo"
      size="lg"
      side={usePhotoSide()}
      frameWhenEmpty={false}
      sentLater
      attachedTo="this report"
      className="max-w-80"
    />
  );
}
