import { type ReactNode, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';

type PhotoFrameProps = {
  /** The address of the photo; without it the frame shows `emptyText`. */
  src?: string | null;
  alt: string;
  caption?: ReactNode;
  /** The text of an empty frame. */
  emptyText?: string;
  /** Makes the photo a button. */
  onOpen?: () => void;
  /** Makes the photo a link to this address, in a new tab. */
  href?: string;
  /** Shows all of it where its sides are others: a signature has no part that may be cut off. */
  isWhole?: boolean;
  className?: string;
};

/** A photo in a frame of 4:3, which keeps its size while the photo loads, is missing or is broken. */
export function PhotoFrame({
  src,
  alt,
  caption,
  emptyText = 'No photo yet',
  onOpen,
  href,
  isWhole,
  className,
}: PhotoFrameProps) {
  // Kept with its address, so that a new photo starts as loading.
  const [outcome, setOutcome] = useState<{ src: string; ok: boolean } | null>(null);
  const loaded = outcome !== null && outcome.src === src ? outcome : null;
  const broken = loaded?.ok === false;

  const picture =
    src && !broken ? (
      <>
        {loaded ? null : <Skeleton className="absolute inset-0 h-full rounded-none" />}
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={classNames(
            'relative h-full w-full',
            isWhole ? 'bg-white object-contain' : 'object-cover',
            !loaded && 'opacity-0',
          )}
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
      ) : href ? (
        <a href={href} target="_blank" rel="noreferrer" className={frame}>
          {picture}
        </a>
      ) : (
        <div className={frame}>{picture}</div>
      )}
      {caption ? <figcaption className="mt-1.5 text-sm text-muted">{caption}</figcaption> : null}
    </figure>
  );
}
