import { LEGAL_KINDS, LEGAL_PATHS } from '@/domain/legal/legal-texts';

const NAMES = { terms: 'terms', privacy: 'privacy notice' } as const;

/** Shows what a person agrees to, next to the button that does it. */
export function Consent({ text }: { text: string }) {
  const [terms, privacy] = LEGAL_KINDS.map((kind) => (
    // A new tab, so that no form is lost.
    <a
      key={kind}
      href={LEGAL_PATHS[kind]}
      target="_blank"
      rel="noopener"
      className="link py-3 whitespace-nowrap"
    >
      {NAMES[kind]}
    </a>
  ));
  return (
    <p className="text-sm text-muted">
      {text} You agree to our {terms} and {privacy}.
    </p>
  );
}
