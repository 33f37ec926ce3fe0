import { agreement, LEGAL_PATHS } from '@/domain/legal/legal-texts';

/** Shows the terms that a person agrees to, next to the button. */
export function Consent({ text }: { text: string }) {
  return (
    <p className="text-sm text-muted">
      {text}{' '}
      {agreement((kind, name) => (
        // The link opens in a new tab, so that no form is lost.
        <a
          key={kind}
          href={LEGAL_PATHS[kind]}
          target="_blank"
          rel="noopener"
          className="link py-3 whitespace-nowrap"
        >
          {name}
        </a>
      ))}
    </p>
  );
}
