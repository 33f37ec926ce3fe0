import { useEffect, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { FieldError } from '@/client/components/form/field';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhotoField } from '@/client/components/photo/photo-field';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import { usePhotoSide } from '@/client/features/driver/outbox/use-photo-side';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { PROOF_LABELS } from '@/domain/appointment/proof';
import { SignatureDialog } from './signature-dialog';

type Pictures = {
  actualGallons: unknown;
  fuelPhoto: string | null;
  signature: string | null;
  nobodyAboard: string | null;
};

type CompletionPicturesProps = {
  delivery: Delivery;
  /** Called with true before a photo is resized, and with false after. Two can overlap. */
  onBusy: (busy: boolean) => void;
};

/** The completion form's fields for the delivery photo and, if the owner requires it, the proof. */
export function CompletionPictures({ delivery, onBusy }: CompletionPicturesProps) {
  const side = usePhotoSide();
  const { formState, watch } = useFormContext<Pictures>();
  const { fuelPhoto, signature } = formState.errors;
  const [signed, nobodyAboard] = watch(['signature', 'nobodyAboard']);
  const shared = { size: 'lg', side, frameWhenEmpty: false, sentLater: true } as const;
  const photo = { ...shared, onBusy, className: 'max-w-80' } as const;
  return (
    <>
      <PhotoField {...photo} label="Photo" name="fuelPhoto" />
      <Missing text={fuelPhoto?.message} isFirst />
      {delivery.asksForSignature && !nobodyAboard ? <SignatureField delivery={delivery} /> : null}
      {delivery.asksForSignature && !signed ? (
        <PhotoField {...photo} label={PROOF_LABELS.nobody_aboard} name="nobodyAboard" />
      ) : null}
      <Missing
        text={signed || nobodyAboard ? undefined : signature?.message}
        isFirst={!fuelPhoto}
      />
    </>
  );
}

/** The error for a missing picture. The first one is scrolled into view. */
function Missing({ text, isFirst }: { text: string | undefined; isFirst: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text && isFirst) line.current?.scrollIntoView({ block: 'center' });
  }, [text, isFirst]);
  return (
    <div ref={line} role="alert" className="empty:hidden">
      {text ? <FieldError>{text}</FieldError> : null}
    </div>
  );
}

function SignatureField({ delivery }: { delivery: Delivery }) {
  const { field, formState } = useController<Pictures, 'signature'>({ name: 'signature' });
  const { watch } = useFormContext<Pictures>();
  const [isSigning, setIsSigning] = useState(false);
  const labelId = useId();
  const { value, onChange } = field;
  const gallons = String(watch('actualGallons') ?? '').trim();
  const amount = gallons && withNoBreaks(`, ${gallons} gallons of ${delivery.fuelType}`);
  const about = `Order ${delivery.publicCode}${amount}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers don't apply flex to a fieldset.
    <div role="group" aria-labelledby={labelId} className="max-w-80">
      <p id={labelId} className="mb-1.5 text-sm font-semibold sm:text-[0.95rem]">
        {PROOF_LABELS.signature}
      </p>
      {value ? (
        <img
          src={value}
          alt={PROOF_LABELS.signature}
          className="mb-2 w-full rounded-field border border-edge"
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="lg"
          icon="edit"
          disabled={formState.isSubmitting}
          onClick={() => setIsSigning(true)}
        >
          {value ? 'Sign Again' : 'Sign'}
        </Button>
        {value ? (
          <Button
            variant="ghost"
            size="lg"
            icon={OTHER_ICONS.trash}
            aria-label={`Remove ${PROOF_LABELS.signature}`}
            disabled={formState.isSubmitting}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        ) : null}
      </div>
      {isSigning ? (
        <SignatureDialog
          about={about}
          onDone={(picture) => {
            onChange(picture);
            setIsSigning(false);
          }}
          onClose={() => setIsSigning(false)}
        />
      ) : null}
    </div>
  );
}
