import { type ReactNode, useState } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import { Skeleton } from './states';

type PhotoFrameProps = {
  /** Without it the frame is empty and says so. */
  src?: string | null;
  alt: string;
  caption?: ReactNode;
  /** What an empty frame reads. */
  emptyText?: string;
  /** Makes the photo a button that opens it. */
  onOpen?: () => void;
  className?: string;
};

/** A photo in a frame of fixed shape (4:3): loading, shown, missing or broken, it takes the same room. */
export function PhotoFrame({
  src,
  alt,
  caption,
  emptyText = 'No photo yet',
  onOpen,
  className,
}: PhotoFrameProps) {
  // Remembered per address, so that a new photo starts over.
  const [outcome, setOutcome] = useState<{ src: string; ok: boolean } | null>(null);
  const settled = outcome !== null && outcome.src === src ? outcome : null;
  const broken = settled?.ok === false;

  const picture =
    src && !broken ? (
      <>
        {settled ? null : <Skeleton className="absolute inset-0 h-full rounded-none" />}
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={classNames('relative h-full w-full object-cover', !settled && 'opacity-0')}
          onLoad={() => setOutcome({ src, ok: true })}
          onError={() => setOutcome({ src, ok: false })}
        />
      </>
    ) : (
      <span className="flex h-full flex-col items-center justify-center gap-1.5 p-3 text-center text-sm text-muted">
        <Icon name={broken ? 'warning' : 'camera'} size={28} />
        {broken ? 'This photo could not be loaded' : emptyText}
      </span>
    );
  const frame =
    'relative block aspect-4/3 w-full overflow-hidden rounded-field border border-edge bg-base-200';
  return (
    <figure className={className}>
      {onOpen && src && !broken ? (
        <button type="button" className={classNames(frame, 'cursor-zoom-in')} onClick={onOpen}>
          {picture}
        </button>
      ) : (
        <div className={frame}>{picture}</div>
      )}
      {caption ? <figcaption className="mt-1.5 text-sm text-muted">{caption}</figcaption> : null}
    </figure>
  );
}
