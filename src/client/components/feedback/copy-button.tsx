import { useState } from 'react';
import { Button, type ButtonProps } from '@/client/components/button';
import { toastError } from './toast-store';

/** Some browsers never answer, because they wait for a permission without asking for it. */
const WITHIN_MS = 2_000;

const inTime = (writing: Promise<void>) =>
  Promise.race([
    writing,
    new Promise((_, refuse) => setTimeout(() => refuse(new Error('no answer')), WITHIN_MS)),
  ]);

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children' | 'icon'> & {
  /** The text to copy. */
  text: string;
  /** The button's text until it's pressed. */
  label?: string;
};

/** Copies text, and says if the browser refuses. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await inTime(navigator.clipboard.writeText(text));
      setCopied(text);
    } catch {
      setCopied(null);
      toastError('Not Copied', 'Your browser doesn’t allow it. Select the text and copy it.');
    }
  };
  const isCopied = copied === text;
  return (
    <Button {...rest} icon={isCopied ? 'check' : undefined} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
