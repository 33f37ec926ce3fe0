import { useState } from 'react';
import { Button, type ButtonProps } from './button';

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children' | 'icon'> & {
  /** What goes to the clipboard. */
  text: string;
  /** The text of the button until it was pressed. */
  label?: string;
};

/** Copies a text that stands beside it, and says so. Where the browser refuses, the text can be selected. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      setCopied(null);
    }
  };
  const isCopied = copied === text;
  return (
    <Button {...rest} icon={isCopied ? 'check' : undefined} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
