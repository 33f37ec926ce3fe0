import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, type ButtonSize } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhotoProblem, shrinkPhoto } from '@/client/lib/shrink-photo';
import { PhotoFrame } from './photo-frame';

export type PhotoInputProps = {
  /** For example "Receipt Photo". */
  label: string;
  /** The name of the file input; the camera's is `{name}Camera`. */
  name: string;
  /** The photo as a data URL, or null without one: a small JPEG, or what only the server can read. */
  value: string | null;
  onChange: (photo: string | null) => void;
  /** Called with true while a chosen file is made smaller. */
  onBusy?: (busy: boolean) => void;
  /** The longer side of the JPEG at most, in pixels, worked out for each photo anew. */
  side?: () => Promise<number>;
  disabled?: boolean;
  size?: ButtonSize;
  /** Draws an empty frame without a photo, so that two inputs stand side by side. */
  frameWhenEmpty?: boolean;
  /** What the photo belongs to, for the toast. */
  attachedTo?: string;
  /** It's kept on the device and sent with what it belongs to. */
  sentLater?: boolean;
  className?: string;
};

/** Takes a photo from the camera or from a file and makes it smaller before it is sent. */
export function PhotoInput(props: PhotoInputProps) {
  const { label, name, value, onChange, onBusy, disabled, size = 'sm', className } = props;
  const { frameWhenEmpty = true, attachedTo = 'this delivery', sentLater, side } = props;
  const labelId = useId();
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);

  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    // Without this the browser would not report the same file a second time.
    input.value = '';
    if (!file) return;
    // Some browsers give no type for what they do not know.
    if (!file.type.startsWith('image/') && !/\.hei[cf]$/i.test(file.name)) {
      toastError('Invalid File', 'Please select an image file.');
      return;
    }
    setProgress(0);
    onBusy?.(true);
    try {
      const photo = await shrinkPhoto(file, { side: await side?.(), onProgress: setProgress });
      if (unmounted.current) return;
      onChange(photo);
      if (sentLater) toastSuccess('Photo Added', `${label} will be sent with ${attachedTo}.`);
      else toastSuccess('Photo Uploaded', `${label} is attached to ${attachedTo}.`);
    } catch (error) {
      toastError(
        'Upload Error',
        error instanceof PhotoProblem
          ? error.message
          : 'Failed to process the image. Please try again.',
      );
    } finally {
      setProgress(null);
      onBusy?.(false);
    }
  };

  const working = progress !== null;
  const file = { type: 'file', accept: 'image/*', hidden: true, onChange: readFile } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a block that ignores flex.
    <div role="group" aria-labelledby={labelId} className={className}>
      <p id={labelId} className="mb-1.5 text-sm font-semibold sm:text-[0.95rem]">
        {label}
      </p>
      {value || frameWhenEmpty ? <Preview value={value} label={label} /> : null}
      <div role="status" className={working ? 'mt-2 h-2' : undefined}>
        {working ? (
          <progress
            className="block h-2 w-full accent-primary"
            aria-label={`Preparing ${label}`}
            value={progress}
            max={1}
          />
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        {/* Only on touch screens: elsewhere it would open the same file dialog. */}
        <Button
          variant="quiet"
          size={size}
          icon="camera"
          className="hidden pointer-coarse:inline-flex"
          disabled={disabled || working}
          onClick={() => camera.current?.click()}
        >
          Take photo
        </Button>
        <Button
          variant="quiet"
          size={size}
          icon="plus"
          disabled={disabled || working}
          onClick={() => picker.current?.click()}
        >
          {value ? 'Replace' : 'Choose file'}
        </Button>
        {value ? (
          <Button
            variant="ghost"
            size={size}
            icon={OTHER_ICONS.trash}
            disabled={disabled || working}
            aria-label={`Remove ${label}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        ) : null}
      </div>
      <input {...file} ref={camera} name={`${name}Camera`} capture="environment" />
      <input {...file} ref={picker} name={name} />
    </div>
  );
}

function Preview({ value, label }: { value: string | null; label: string }) {
  const isShown = !value?.startsWith('data:image/heic');
  return isShown ? (
    <PhotoFrame src={value} alt={label} />
  ) : (
    <PhotoFrame alt={label} emptyText="Attached. This browser cannot show it." />
  );
}
