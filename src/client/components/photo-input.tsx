import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { shrinkPhoto } from '@/client/lib/shrink-photo';
import { Button, type ButtonSize } from './button';
import { PhotoFrame } from './photo-frame';
import { toast } from './toast-store';

type PhotoInputProps = {
  /** "Receipt Photo" */
  label: string;
  /** The name of the file input; the camera's is `{name}Camera`. */
  name: string;
  /** A small JPEG as a data URL, or null. */
  value: string | null;
  onChange: (photo: string | null) => void;
  /** True from the choice of a file until its photo is there. */
  onBusy?: (busy: boolean) => void;
  disabled?: boolean;
  size?: ButtonSize;
  /** Keeps the room of the photo while there is none, so that two inputs stand side by side. */
  frameWhenEmpty?: boolean;
  className?: string;
};

/** A photo from the camera or from a file, made small in the browser before anything is sent. */
export function PhotoInput(props: PhotoInputProps) {
  const { label, name, value, onChange, onBusy, disabled, size = 'sm', className } = props;
  const { frameWhenEmpty = true } = props;
  const labelId = useId();
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<number | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    // So that the same file can be chosen again after it was removed.
    input.value = '';
    if (!file) return;
    if (!file.type.startsWith('image/')) {
      toast({
        variant: 'destructive',
        title: 'Invalid File',
        description: 'Please select an image file.',
      });
      return;
    }
    setDone(0);
    onBusy?.(true);
    try {
      const photo = await shrinkPhoto(file, setDone);
      if (gone.current) return;
      onChange(photo);
      toast({
        variant: 'success',
        title: 'Photo Uploaded',
        description: `${label} is attached to this delivery.`,
      });
    } catch {
      toast({
        variant: 'destructive',
        title: 'Upload Error',
        description: 'Failed to process the image. Please try again.',
      });
    } finally {
      setDone(null);
      onBusy?.(false);
    }
  };

  const working = done !== null;
  const file = { type: 'file', accept: 'image/*', hidden: true, onChange: take } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a block that ignores flex.
    <div role="group" aria-labelledby={labelId} className={className}>
      <p id={labelId} className="mb-1.5 text-sm font-semibold sm:text-[0.95rem]">
        {label}
      </p>
      {value || frameWhenEmpty ? <PhotoFrame src={value} alt={label} /> : null}
      <div role="status" className={working ? 'mt-2 h-2' : undefined}>
        {working ? (
          <progress
            className="block h-2 w-full accent-primary"
            aria-label={`Preparing ${label}`}
            value={done}
            max={1}
          />
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        {/* Without a camera at hand this would be the file dialog twice. */}
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
            icon="trash"
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
