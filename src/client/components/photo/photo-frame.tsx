import { type ReactNode, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Skeleton } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';

type PhotoFrameProps = {
  /** The photo's address. Without it, the frame shows `emptyText`. */
  src?: string | null;
  alt: string;
  caption?: ReactNode;
  emptyText?: string;
  /** Makes the photo a button. */
  onOpen?: () => void;
  /** Makes the photo a link that opens this address in a new tab. */
  href?: string;
  /** Shows the whole image without cropping it, which a signature needs. */
  isWhole?: boolean;
  className?: string;
};

/**
 * Shows a photo in a 4:3 frame, which keeps its size while the photo loads, is missing, or is
 * broken.
 */
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
  // The outcome is stored with its address, so that a new photo starts as loading.
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
        {broken ? 'We couldn’t load this photo' : emptyText}
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
