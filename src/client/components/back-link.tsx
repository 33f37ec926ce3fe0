import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { buttonClass } from './button';
import { Icon } from './icon';

/** Links to the parent screen, for the `back` of a PageHeader. */
export const BackLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
    <Icon name="arrow-left" size={18} />
    {children}
  </a>
));
