import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import { isSecondPress } from './second-press';
import { Spinner } from './spinner';

export type ButtonVariant = 'main' | 'primary' | 'quiet' | 'danger' | 'ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variantClass: Record<ButtonVariant, string> = {
  main: 'btn-main',
  primary: 'btn-primary',
  quiet: 'btn-quiet',
  danger: 'btn-error',
  ghost: 'btn-plain',
};
const sizeClass: Record<ButtonSize, string> = { sm: 'btn-sm', md: '', lg: 'btn-lg' };

type Look = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; className?: string };

/**
 * Returns a button's classes, for a link that looks like one: `<Link
 * className={buttonClass({variant: 'quiet'})}>`.
 */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block,
  className,
}: Look = {}): string {
  return classNames('btn', variantClass[variant], sizeClass[size], block && 'btn-block', className);
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> &
  Look & {
    /**
     * Shows the spinner and ignores clicks. A button does the same until its `onClick` promise
     * settles.
     */
    busy?: boolean;
    /**
     * The text while busy, such as "Saving…". Without it, screen readers keep the button's own
     * text.
     */
    busyText?: string;
    icon?: IconName;
    iconAfter?: IconName;
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  };

/**
 * Shows a button. `main` (orange) is a screen's main action, so each screen has one. `primary` is
 * filled, `quiet` is outlined, `ghost` has no outline, and `danger` destroys something. Sizes: sm
 * 44 px, md 48 px, lg 58 px.
 */
export function Button({
  variant = 'primary',
  size = 'md',
  block,
  busy = false,
  busyText,
  icon,
  iconAfter,
  type = 'button',
  disabled,
  className,
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement | null>(null);
  const [pending, setPending] = useState(false);
  // Another click may come before React disables the button.
  const lock = useRef(false);
  const working = busy || pending;
  useFocusAfterWork(own, working);

  const guardsDoubleClick =
    type === 'submit' || variant === 'main' || variant === 'primary' || variant === 'danger';

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (working || lock.current || (guardsDoubleClick && isSecondPress(event))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const outcome = onClick?.(event);
    if (!(outcome instanceof Promise)) return;
    lock.current = true;
    setPending(true);
    const release = () => {
      lock.current = false;
      setPending(false);
    };
    // The caller handles a rejection. Here, the button is only unlocked.
    outcome.then(release, release);
  };

  // Both texts share one grid cell, so that the button keeps its width while busy.
  const swaps = busyText !== undefined;
  const ringInText = swaps && !icon;
  return (
    <button
      {...rest}
      ref={(node) => {
        own.current = node;
        if (typeof ref === 'function') return ref(node);
        if (ref) ref.current = node;
      }}
      type={type}
      disabled={disabled || working}
      aria-busy={working || undefined}
      className={buttonClass({ variant, size, block, className })}
      onClick={handleClick}
    >
      {icon ? swaps && working ? <Spinner size={20} /> : <Icon name={icon} size={20} /> : null}
      <span className="relative inline-grid place-items-center">
        <span className={classNames('[grid-area:1/1]', working && !swaps && 'opacity-0')}>
          {swaps && working ? (
            <span className="flex items-center gap-2">
              {ringInText ? <Spinner size={16} /> : null}
              {busyText}
            </span>
          ) : (
            children
          )}
        </span>
        {swaps ? <Sizer text={busyText} withRing={ringInText} /> : null}
        {swaps && typeof children === 'string' ? <Sizer text={children} /> : null}
        {working && !swaps ? (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner size={20} />
          </span>
        ) : null}
      </span>
      {iconAfter ? <Icon name={iconAfter} size={18} /> : null}
    </button>
  );
}

/** Reserves space for hidden text. CSS renders it, so screen readers and searches don't find it. */
function Sizer({ text, withRing }: { text: string; withRing?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-text={text}
      className={classNames(
        'invisible h-0 overflow-hidden [grid-area:1/1] before:content-[attr(data-text)]',
        withRing && 'ps-6',
      )}
    />
  );
}

/** Restores focus after the work, because a browser takes the focus away from a disabled button. */
function useFocusAfterWork(button: { current: HTMLButtonElement | null }, working: boolean) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (working) {
      hadFocus.current = document.activeElement === button.current;
      return;
    }
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const at = document.activeElement;
    if (at === null || at === document.body || at instanceof HTMLDialogElement)
      button.current?.focus();
  }, [working, button]);
}

type IconButtonProps = Omit<
  ButtonProps,
  'children' | 'icon' | 'iconAfter' | 'busyText' | 'block'
> & {
  icon: IconName;
  /** The button's name for screen readers, which is also its tooltip. */
  label: string;
};

/** Shows a square button with an icon and no text. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      title={label}
      className={classNames('btn-square', className)}
    >
      <Icon name={icon} size={22} />
    </Button>
  );
}
