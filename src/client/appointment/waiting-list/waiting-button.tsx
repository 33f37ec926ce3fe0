import { useState } from 'react';
import { Button } from '@/client/components/button';
import { type WindowLine, windowLineText } from '@/domain/waiting-list/waiting-list';
import { WaitingDialog, type WaitingWindow } from './waiting-dialog';

type WaitingButtonProps = WaitingWindow & { line: WindowLine; className?: string };

/** The number of people who want a window, such as "3 waiting". It opens their list. */
export function WaitingButton({ line, className, ...window }: WaitingButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const text = windowLineText(line);
  return (
    <>
      {text === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon="user"
          className={className}
          aria-label={`${text} for ${window.time}`}
          onClick={() => setOpen(true)}
        >
          {text}
        </Button>
      )}
      {/* The dialog stays open if its last entry is removed. */}
      {isOpen ? <WaitingDialog {...window} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
