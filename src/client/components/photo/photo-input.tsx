import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, type ButtonSize } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhotoProblem, shrinkPhoto } from '@/client/lib/shrink-photo';
import { PhotoFrame } from './photo-frame';

export type PhotoInputProps = {
  /** A name such as "Receipt Photo". */
  label: string;
  /** The name of the file input. The camera's input is named `{name}Camera`. */
  name: string;
  /**
   * The photo as a data URL, or null. It's a small JPEG, or a format that only the server can read.
   */
  value: string | null;
  onChange: (photo: string | null) => void;
  /** Called with true while a selected file is being resized. */
  onBusy?: (busy: boolean) => void;
  /** Returns the maximum length in pixels of the JPEG's longer side. It's called for each photo. */
  side?: () => Promise<number>;
  disabled?: boolean;
  size?: ButtonSize;
  /** Shows an empty frame without a photo, so that two inputs align side by side. */
  frameWhenEmpty?: boolean;
  /** Names what the photo belongs to, for the toast. */
  attachedTo?: string;
  /** True if the device sends the photo later, along with the record it belongs to. */
  sentLater?: boolean;
  className?: string;
};

/** Lets a person take a photo or select a file, and resizes it before it's sent. */
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
    // Without this, the browser wouldn't report it if the person selects the same file again.
    input.value = '';
    if (!file) return;
    // For unknown formats, some browsers don't report a type.
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
        {/* The camera input is only shown on touch screens. On other devices, it would open the same file dialog. */}
        <Button
          variant="quiet"
          size={size}
          icon="camera"
          className="hidden pointer-coarse:inline-flex"
          disabled={disabled || working}
          onClick={() => camera.current?.click()}
        >
          Take Photo
        </Button>
        <Button
          variant="quiet"
          size={size}
          icon="plus"
          disabled={disabled || working}
          onClick={() => picker.current?.click()}
        >
          {value ? 'Replace' : 'Select File'}
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
    <PhotoFrame alt={label} emptyText="Attached. This browser can’t show it." />
  );
}
