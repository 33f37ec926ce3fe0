import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

type PanelProps = {
  /** The heading, which also names the panel as a region. */
  title?: ReactNode;
  icon?: IconName;
  /** A line below the heading. */
  subtitle?: ReactNode;
  /** Renders to the right of the heading, such as a badge or small buttons. */
  actions?: ReactNode;
  headingLevel?: 2 | 3 | 4;
  /** Reduces the padding, for staff screens. */
  tight?: boolean;
  id?: string;
  className?: string;
  children?: ReactNode;
};

/** Shows a white box with a heading. Screens are made of panels. */
export function Panel(props: PanelProps) {
  const {
    title,
    icon,
    subtitle,
    actions,
    headingLevel = 2,
    tight,
    id,
    className,
    children,
  } = props;
  const Heading = `h${headingLevel}` as const;
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={classNames(
        panelClass,
        tight ? 'p-[min(1rem,4vw)]' : 'p-[min(1.25rem,6vw)] sm:p-6',
        className,
      )}
    >
      {title || actions ? (
        <div className={tight ? 'mb-3' : 'mb-4'}>
          <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
            {icon ? <Icon name={icon} size={24} className="mt-px text-primary" /> : null}
            {/* The minimum width makes the actions wrap to the next line on a narrow screen. */}
            <Heading
              id={headingId}
              className={classNames(
                'min-w-[min(100%,7rem)] flex-1',
                tight ? 'text-[min(1.125rem,8vw)]' : 'text-[min(1.3rem,8vw)]',
              )}
            >
              {title}
            </Heading>
            {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
          </div>
          {/* The subtitle is below the heading and the actions, so that it has the full width on a phone. */}
          {subtitle ? (
            <p className={classNames('mt-1 text-muted', icon !== undefined && 'ps-9')}>
              {subtitle}
            </p>
          ) : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}

const panelClass = 'rounded-box border border-edge/70 bg-base-100 shadow-near';

type CollapsiblePanelProps = {
  title: ReactNode;
  icon?: IconName;
  /** Renders next to the heading even while closed, such as today's temperature or a count. */
  summary?: ReactNode;
  headingLevel?: 2 | 3 | 4;
  defaultOpen?: boolean;
  /**
   * Whether the panel is open. Set it together with `onOpenChange` if the caller keeps the state.
   */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Shows a panel that its heading opens and closes. */
export function CollapsiblePanel(props: CollapsiblePanelProps) {
  const {
    title,
    icon,
    summary,
    headingLevel = 2,
    defaultOpen = false,
    onOpenChange,
    className,
    children,
  } = props;
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const open = props.open ?? ownOpen;
  const Heading = `h${headingLevel}` as const;
  const bodyId = useId();
  const toggle = () => {
    setOwnOpen(!open);
    onOpenChange?.(!open);
  };
  return (
    <section className={classNames(panelClass, className)}>
      <Heading className="text-[1.3rem]">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={toggle}
          className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-box px-5 py-4 text-start sm:px-6"
        >
          {icon ? <Icon name={icon} size={24} className="text-primary" /> : null}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <span>{title}</span>
            {summary ? (
              <span className="min-w-0 text-base font-normal tracking-normal">{summary}</span>
            ) : null}
          </span>
          <Icon
            name="chevron-down"
            size={22}
            className={classNames(
              'text-muted transition-transform duration-150',
              open && 'rotate-180',
            )}
          />
        </button>
      </Heading>
      <div id={bodyId} hidden={!open} className="border-t border-edge/70 px-5 py-4 sm:px-6">
        {open ? children : null}
      </div>
    </section>
  );
}
