import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from './button';
import { Callout } from './callout';
import { classNames } from './class-names';
import { noteDialogClosed, noteDialogOpened } from './top-dialog';

type DialogProps = {
  open: boolean;
  /** Escape, the backdrop and the ✕ ask for it; the caller sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** sm 26 rem (a low sheet on phones), md 34, lg 46, xl 60 (all three fill a phone). */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** False while work is under way: nothing but the caller closes it. */
  dismissible?: boolean;
  /** False where a stray click beside the dialog would lose what was typed; Escape and the ✕ stay. */
  backdropCloses?: boolean;
  /** A red box above the content, read out when it appears. */
  alert?: ReactNode;
  /** The row of buttons, always in view. */
  footer?: ReactNode;
  /** Lowers the dialog from the top layer while another party's overlay (a bank's check) must be usable. */
  giveWay?: boolean;
  children?: ReactNode;
};

const widthClass = {
  sm: 'dialog-low [--dialog-width:26rem]',
  md: '[--dialog-width:34rem]',
  lg: '[--dialog-width:46rem]',
  xl: '[--dialog-width:60rem]',
};

/**
 * A modal window: the native dialog, so focus stays inside and goes back where it came from, and
 * the page behind does not scroll. Its content is mounted only while open, so forms start fresh.
 * Focus starts at `[data-autofocus]`, else the first field (with a mouse), else the title.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    size = 'md',
    dismissible = true,
    backdropCloses = true,
    alert,
    footer,
    giveWay,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node || !open) return;
    if (giveWay) {
      node.show();
    } else {
      noteDialogOpened(node);
      node.showModal();
    }
    placeFocus(node);
    return () => {
      noteDialogClosed(node);
      // Also on unmount: the browser gives focus back only through close().
      node.close();
    };
  }, [open, giveWay]);

  const handleKeys = (event: KeyboardEvent) => {
    // Chromium closes on a second Escape even when "cancel" is prevented; the key itself is not.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (dismissible) onClose();
  };
  const pressedOutside = useRef(false);
  const isOutside = (event: MouseEvent) => {
    if (event.target !== dialog.current) return false;
    const box = event.currentTarget.getBoundingClientRect();
    return (
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom
    );
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={description ? textId : undefined}
      className={classNames('dialog', widthClass[size])}
      // A focused button that turns busy leaves focus on the page, so the key handler alone misses Escape.
      {...{ closedby: dismissible ? 'closerequest' : 'none' }}
      onKeyDown={handleKeys}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible && event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        const node = dialog.current;
        // Where closedby is unknown, a second Escape closes whatever "cancel" says.
        if (event.target !== node || !node || node.open || !open) return;
        if (dismissible) onClose();
        else node.showModal();
      }}
      // A selection dragged out of a field ends outside without meaning to close.
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event) && dismissible && backdropCloses) onClose();
      }}
    >
      {open ? (
        <>
          <header className="flex items-start gap-3 border-b border-edge px-5 py-3.5">
            <div className="min-w-0 flex-1 py-1.5">
              <h2 id={titleId} tabIndex={-1} className="text-xl">
                {title}
              </h2>
              {description ? (
                <p id={textId} className="mt-1 text-muted">
                  {description}
                </p>
              ) : null}
            </div>
            <IconButton
              icon="x"
              label="Close"
              className="-me-2"
              disabled={!dismissible}
              onClick={onClose}
            />
          </header>
          {children || alert ? (
            <div
              data-dialog-body
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4"
            >
              {alert ? (
                <Callout tone="error" live className="mb-4">
                  {alert}
                </Callout>
              ) : null}
              {children}
            </div>
          ) : null}
          {footer ? (
            <footer className="flex flex-col-reverse gap-2 border-t border-edge bg-base-100 px-5 py-3.5 sm:flex-row sm:justify-end">
              {footer}
            </footer>
          ) : null}
        </>
      ) : null}
    </dialog>
  );
}

function placeFocus(node: HTMLDialogElement) {
  const chosen = node.querySelector<HTMLElement>('[data-autofocus]');
  // On a touch screen focus in a field opens the keyboard over half of what was just opened.
  const field = window.matchMedia('(pointer: fine)').matches
    ? node.querySelector<HTMLElement>(
        '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden], [type=file])',
      )
    : null;
  const title = node.querySelector<HTMLElement>('h2');
  (chosen ?? field ?? title)?.focus();
}
