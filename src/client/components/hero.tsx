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
    <section aria-labelledby="title" className="hero">
      <div className="hero-words mx-auto max-w-6xl">
        <h1 id="title">{title}</h1>
        <p>{subtitle}</p>
      </div>
      {/* The drawing comes after the text. Otherwise, the text would move when the drawing loads late. */}
      {photo ? (
        <img {...photo} alt={photo.alt} className="hero-photo" />
      ) : (
        <svg
          viewBox="0 0 1600 200"
          preserveAspectRatio="xMaxYMax slice"
          aria-hidden="true"
          className="hero-shore no-print"
        >
          <use href="/shore.svg#shore" />
        </svg>
      )}
    </section>
  );
}
