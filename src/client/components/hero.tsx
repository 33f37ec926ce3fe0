import type { ReactNode } from 'react';
import { useCompany } from '@/client/lib/company';

type HeroProps = {
  title: ReactNode;
  subtitle: ReactNode;
};

/**
 * Shows the title with the owner's photo, or on a drawing of sky, water, a dock, and a boat. On a
 * phone, the drawing is about 150 px high, so that the form below is visible. A narrow screen cuts
 * off its left side.
 */
export function Hero({ title, subtitle }: HeroProps) {
  const photo = useCompany()?.photo;
  return (
    <section
      aria-labelledby="title"
      className="relative isolate overflow-hidden border-b border-edge/70 bg-linear-to-b from-(--sky-top) to-(--sky-bottom) print:bg-none"
    >
      <div className="mx-auto w-full max-w-6xl px-4 pt-5 pb-12 print:py-0 sm:px-6 sm:pt-9 sm:pb-20">
        <h1
          id="title"
          className="max-w-[13ch] text-[1.7rem] leading-[1.1] sm:max-w-none sm:text-[2.6rem]"
        >
          {title}
        </h1>
        <p className="mt-1.5 max-w-[34ch] text-[0.95rem] sm:max-w-prose sm:text-lg">{subtitle}</p>
      </div>
      {/* The drawing comes after the text. Otherwise, the text would move when the drawing loads late. */}
      {photo ? (
        <img {...photo} alt={photo.alt} className="hero-photo" />
      ) : (
        <svg
          viewBox="0 0 1600 200"
          preserveAspectRatio="xMaxYMax slice"
          aria-hidden="true"
          className="no-print absolute inset-x-0 bottom-0 -z-10 h-24 w-full sm:h-full"
        >
          <use href="/shore.svg#shore" />
        </svg>
      )}
    </section>
  );
}
