import { type MouseEvent, useState } from 'react';
import { Button, type ButtonProps } from '@/client/components/button';
import { copyText } from '@/client/lib/copy-text';
import { toastError } from './toast-store';

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children' | 'icon'> & {
  /** The text to copy. The nearest element with `data-copy-text` shows it. */
  text: string;
  /** The button's text until it's pressed. */
  label?: string;
};

/** Copies text. If the browser refuses, it selects the text and shows a message. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const isDone = await copyText(text);
    setCopied(isDone ? text : null);
    if (isDone) return;
    select(currentTarget);
    toastError('Not Copied', 'Your browser doesn’t allow it. Copy the selected text yourself.');
  };
  const isCopied = copied === text;
  return (
    <Button {...rest} icon={isCopied ? 'check' : undefined} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

/** Selects the text that the button would have copied. */
function select(button: Element) {
  const within = button.closest(':has([data-copy-text])');
  const shown = within?.querySelector('[data-copy-text]');
  if (shown) getSelection()?.selectAllChildren(shown);
}
