import { type ReactNode, useId } from 'react';

type HeroProps = {
  title: ReactNode;
  subtitle?: ReactNode;
};

/**
 * Shows the title on a drawing of sky, water, a dock, and a boat. On a phone, it's about 150 px
 * high, so that the form below is visible. A narrow screen cuts off the drawing's left side.
 */
export function Hero({ title, subtitle }: HeroProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="relative isolate overflow-hidden border-b border-edge/70 bg-linear-to-b from-(--sky-top) to-(--sky-bottom) print:bg-none"
    >
      <div className="mx-auto w-full max-w-6xl px-4 pt-5 pb-12 print:py-0 sm:px-6 sm:pt-9 sm:pb-20">
        <h1
          id={titleId}
          className="max-w-[13ch] text-[1.7rem] leading-[1.1] sm:max-w-none sm:text-[2.6rem]"
        >
          {title}
        </h1>
        {subtitle ? (
          <p className="mt-1.5 max-w-[34ch] text-[0.95rem] sm:max-w-prose sm:text-lg">{subtitle}</p>
        ) : null}
      </div>
      {/* It comes after the text. Otherwise, the text would move when the drawing loads late. */}
      <Shore />
    </section>
  );
}

function Shore() {
  return (
    <svg
      viewBox="0 0 1600 200"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="no-print absolute inset-x-0 bottom-0 -z-10 h-24 w-full sm:h-full"
    >
      <path
        d="M0 150c160-26 300-30 470-14s330 6 500-8 420-24 630 2v70H0z"
        className="fill-(--wave-back)"
        opacity="0.55"
      />
      <path
        d="M0 166c50-9 90-9 140 0s90 9 140 0 90-9 140 0 90 9 140 0 90-9 140 0 90 9 140 0 90-9 140 0 90 9 140 0 90-9 140 0 90 9 140 0 90-9 140 0 90 9 140 0v34H0z"
        className="fill-(--wave-back)"
      />
      <Boat />
      <Dock />
      <path
        d="M0 182c60-8 100-8 160 0s100 8 160 0 100-8 160 0 100 8 160 0 100-8 160 0 100 8 160 0 100-8 160 0 100 8 160 0 100-8 160 0 100 8 160 0v18H0z"
        className="fill-(--wave-front)"
      />
    </svg>
  );
}

function Boat() {
  return (
    <g transform="translate(1254 98)">
      <path d="M62 34h40l22 32H54z" className="fill-base-100" />
      <path d="M72 41h24l11 17H66z" className="fill-(--wave-front)" />
      <path d="M0 62h168c-8 19-20 32-38 32H34C16 94 6 80 0 62z" className="fill-primary" />
      <path d="M3 70h161l-3 6H6z" className="fill-primary-content" opacity="0.85" />
      <path
        d="M108 34V8M108 9l17 6-17 6"
        className="fill-accent stroke-primary"
        strokeWidth="2.5"
      />
    </g>
  );
}

function Dock() {
  return (
    <g className="fill-(--wood)">
      <path d="M1444 142h156v9h-156z" />
      <path d="M1456 128h9v66h-9zM1512 151h9v43h-9zM1568 128h9v66h-9z" />
      <path d="M1418 164q24 8 42-26" fill="none" className="stroke-(--wood)" strokeWidth="2" />
    </g>
  );
}
