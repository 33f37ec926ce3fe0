import { Button } from '@/client/components/button';
import { Panel } from '@/client/components/panel';
import { PhoneLink } from '@/client/components/phone-link';
import { useCompany } from '@/client/lib/company';

const STEPS = [
  ['Pick a date and a window', 'Tell us where your boat is and what it needs.'],
  ['Save a card', 'You pay $0.00 now. You can cancel until we’re on the way.'],
  ['We come to your dock', 'You pay for what we deliver, plus the delivery fee.'],
] as const;

/**
 * Shows a visitor who we are, how to reach us, and how a delivery works, in place of an empty list.
 */
export function WelcomePanel({ onLogin }: { onLogin: () => void }) {
  const company = useCompany();
  return (
    <Panel title="How it works">
      <ol className="flex flex-col gap-3">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-primary font-bold text-primary-content"
            >
              {index + 1}
            </span>
            <p>
              <span className="block font-semibold">{title}</span>
              <span className="text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ol>
      {company ? (
        <address className="mt-5 flex flex-col gap-1 border-t border-edge pt-4 wrap-anywhere not-italic">
          <span className="font-semibold">{company.name}</span>
          {[company.waters, company.address, company.hours].map(
            (line) => line && <span key={line}>{line}</span>,
          )}
          <PhoneLink phone={company.phone} className="link inline-flex min-h-11 items-center" />
        </address>
      ) : null}
      <p className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-edge pt-4">
        <span className="text-muted">Booked with an account?</span>
        <Button variant="quiet" size="sm" onClick={onLogin}>
          Login
        </Button>
      </p>
    </Panel>
  );
}
