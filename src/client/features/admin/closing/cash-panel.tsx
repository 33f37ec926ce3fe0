import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { sumOfCents } from '@/domain/closing/closing';
import { type Cents, formatDollars, minus, NO_CENTS } from '@/domain/money';
import type { CashLine, ClosingDay } from './closing-day';
import { SignOffDialog } from './sign-off-dialog';

/** The cash of each driver: due, handed in, and signed off. */
export function CashPanel({ day }: { day: ClosingDay }) {
  const { cash, refundsCents } = day;
  const due = sumOfCents(cash.map(({ dueCents }) => dueCents));
  const handedIn = sumOfCents(cash.map(({ handedInCents }) => handedInCents ?? NO_CENTS));
  return (
    <Panel
      tight
      icon="dollar"
      title="Cash"
      subtitle={
        cash.length === 0
          ? 'No cash was recorded.'
          : `${formatDollars(due)} due, ${formatDollars(handedIn)} handed in.`
      }
    >
      {cash.length > 0 ? (
        <ul className="flex flex-col divide-y divide-edge/70 border-t border-edge/70">
          {cash.map((line) => (
            <DriverCash key={line.driverId} line={line} day={day} />
          ))}
        </ul>
      ) : null}
      {refundsCents === 0 ? null : (
        <p className="mt-2 text-sm text-muted">
          The office refunded {formatDollars(minus(NO_CENTS, refundsCents))} in cash. Drivers don’t
          owe it.
        </p>
      )}
    </Panel>
  );
}

function DriverCash({ line, day }: { line: CashLine; day: ClosingDay }) {
  const { formatInstant } = useInstants();
  const signsOff = useMay()('closing');
  const [isOpen, setIsOpen] = useState(false);
  const { name, dueCents, handedInCents, reason, signedBy, signedAt, isCurrent } = line;
  const isSigned = handedInCents !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <p className="font-semibold break-words">{name}</p>
        <p className="tabular">
          {formatDollars(dueCents)} due
          {isSigned ? `, ${formatDollars(handedInCents)} handed in` : ''}
          {isSigned ? <Difference cents={minus(handedInCents, dueCents)} /> : null}
        </p>
        {reason ? <p className="break-words">Reason: {reason}</p> : null}
        {signedBy && signedAt !== null ? (
          <p className="text-sm text-muted">
            Signed off by {signedBy}, {formatInstant(signedAt)}.
          </p>
        ) : null}
        {isSigned && !isCurrent ? (
          <p className="text-sm text-error">
            The cash due changed after the sign-off. Sign off again.
          </p>
        ) : null}
      </div>
      {day.closed || !signsOff ? null : (
        <Button
          size="sm"
          variant={isSigned && isCurrent ? 'quiet' : 'main'}
          aria-label={`Sign Off: ${name}`}
          onClick={() => setIsOpen(true)}
        >
          {isSigned ? 'Change' : 'Sign Off'}
        </Button>
      )}
      {isOpen ? (
        <SignOffDialog line={line} date={day.date} onClose={() => setIsOpen(false)} />
      ) : null}
    </li>
  );
}

function Difference({ cents }: { cents: Cents }) {
  if (cents === 0) return null;
  return (
    <span className={cents < 0 ? 'text-error' : undefined}>
      {cents < 0
        ? ` (${formatDollars(minus(NO_CENTS, cents))} short)`
        : ` (${formatDollars(cents)} over)`}
    </span>
  );
}
