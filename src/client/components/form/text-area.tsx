import type { ComponentProps } from 'react';
import { classNames } from '@/client/components/class-names';
import { useFieldControl } from './field';

/** Shows several lines of text. It grows with its text in browsers that support it. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldControl();
  return (
    <textarea
      rows={rows}
      {...wiring}
      {...rest}
      className={classNames('textarea field-sizing-content max-h-96 min-h-24 py-2.5', className)}
    />
  );
}
