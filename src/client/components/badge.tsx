import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

export type Tone = 'yellow' | 'green' | 'blue' | 'red' | 'teal' | 'grey' | 'orange';

const toneClass: Record<Tone, string> = {
  yellow: 'tone-yellow',
  green: 'tone-green',
  blue: 'tone-blue',
  red: 'tone-red',
  teal: 'tone-teal',
  grey: 'tone-grey',
  orange: 'tone-orange',
};

type BadgeProps = { tone?: Tone; icon?: IconName; children: ReactNode; className?: string };

/** Shows a state in one or two words on a colored background. */
export function Badge({ tone = 'grey', icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'badge tone h-auto min-h-6 rounded-full px-2.5 py-0.5 text-sm leading-tight font-semibold',
        toneClass[tone],
        className,
      )}
      data-tone={tone}
    >
      {icon ? <Icon name={icon} size={14} className="-ms-0.5" /> : null}
      {/* The key replaces the element, because otherwise a browser's translator would keep the old text. */}
      {typeof children === 'string' ? <span key={children}>{children}</span> : children}
    </span>
  );
}
