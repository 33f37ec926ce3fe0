import type { ReactNode } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon, type IconName } from '@/client/components/icon';

export type CalloutTone = 'info' | 'warn' | 'error' | 'success';

const look: Record<CalloutTone, { className: string; icon: IconName; word: string }> = {
  info: { className: 'tone tone-blue', icon: 'info', word: 'Note' },
  warn: { className: 'tone tone-yellow', icon: 'warning', word: 'Warning' },
  error: { className: 'tone tone-red', icon: 'error-circle', word: 'Error' },
  success: { className: 'tone tone-green', icon: 'check-circle', word: 'Done' },
};

type CalloutProps = {
  tone?: CalloutTone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link, which is shown at the end. */
  action?: ReactNode;
  icon?: IconName;
  /**
   * Screen readers announce it when it appears: an error immediately, other tones after a pause.
   */
  live?: boolean;
  className?: string;
};

/** Shows a note in a colored box. Its icon has the same meaning as its color. */
export function Callout({
  tone = 'info',
  title,
  children,
  action,
  icon,
  live,
  className,
}: CalloutProps) {
  const { className: toneClass, icon: toneIcon, word } = look[tone];
  return (
    <div
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={classNames(
        'flex flex-wrap items-start gap-3 rounded-field border px-[min(1rem,4vw)] py-3',
        toneClass,
        className,
      )}
    >
      <Icon name={icon ?? toneIcon} size={20} label={word} className="mt-0.5" />
      <div className="min-w-[min(100%,12rem)] flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={title ? 'mt-0.5' : undefined}>{children}</div> : null}
      </div>
      {action ? <div className="shrink-0 self-center">{action}</div> : null}
    </div>
  );
}
