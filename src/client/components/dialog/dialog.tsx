import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Callout } from '@/client/components/feedback/callout';
import { DOUBLE_TAP_MS, isSecondPress, takeSecondPress } from '@/client/components/second-press';
import { noteDialogClosed, noteDialogOpened } from '@/client/components/top-dialog';
import { useDialogEntry } from './dialog-history';

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl';

type DialogProps = {
  open: boolean;
  /** Called on Escape, Back, the backdrop, and the ✕. The caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /**
   * sm is 26 rem wide (a low sheet on phones), md 34, lg 46, and xl 60. The last three fill a
   * phone.
   */
  size?: DialogSize;
  /** False while work is in progress, so that only the caller can close the dialog. */
  dismissible?: boolean;
  /**
   * False if a stray click would lose typed text. Escape, Back, and the ✕ still close the dialog.
   */
  backdropCloses?: boolean;
  /** Shows a red box above the content, which screen readers announce when it appears. */
  alert?: ReactNode;
  /**
   * Names the current view of a dialog with several. Each starts at the top, with focus in its
   * first field.
   */
  view?: string;
  /** The buttons, which stay visible while the content scrolls. */
  footer?: ReactNode;
  /** The consent text for the buttons below. Like them, it stays visible while the content scrolls. */
  note?: ReactNode;
  /**
   * Moves the dialog out of the top layer, so that another overlay, such as a bank's
   * authentication, can be used.
   */
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
 * Shows a modal dialog. The native dialog traps focus and restores it afterward, and the page
 * behind doesn't scroll. The content mounts only while the dialog is open, so a form starts empty.
 * Focus starts at `[data-autofocus]`, or else at the first field (with a mouse), or else at the
 * title.
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
    note,
    giveWay,
    view,
    children,
  } = props;
  useDialogEntry(open, () => {
    if (dismissible) onClose();
  });
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
    opened.current = { at: performance.now(), wasPressed: false };
    placeFocus(node);
    return () => {
      noteDialogClosed(node);
      takeSecondPress();
      // This also runs on unmount, because browsers restore the focus only if `close` is called.
      node.close();
    };
  }, [open, giveWay]);

  const body = useRef<HTMLDivElement>(null);
  // A React element is a new object on every render. If it were a dependency, the page would scroll
  // while the person types.
  const alerted = typeof alert === 'string' ? alert : Boolean(alert);
  useLayoutEffect(() => {
    if (!alerted) return;
    body.current?.scrollTo(0, 0);
    dialog.current?.scrollTo(0, 0);
  }, [alerted]);

  const shownView = useRef(view);
  useLayoutEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    body.current?.scrollTo(0, 0);
    // In a low window, the whole dialog scrolls, so it also has to be scrolled to the top.
    dialog.current?.scrollTo(0, 0);
    if (dialog.current) placeFocus(dialog.current);
  }, [view]);

  const handleKeys = (event: KeyboardEvent) => {
    // Chromium closes the dialog on a second Escape even if "cancel" is prevented, so the key
    // itself is prevented.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (dismissible) onClose();
  };
  const opened = useRef({ at: 0, wasPressed: false });
  /**
   * Ignores the second press of a double-click on the button that opened this dialog. Otherwise,
   * that press could charge a card or discard typed text before the person has read the question.
   */
  const isNotMeantHere = ({ timeStamp, nativeEvent }: MouseEvent) => {
    if (opened.current.wasPressed) return false;
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    const isSoon = timeStamp - opened.current.at < DOUBLE_TAP_MS;
    return isSecondPress(nativeEvent) || (isTouch && isSoon);
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
      // If a focused button is disabled, the focus moves to the page and our key handler misses
      // Escape. With `closedby`, the browser handles it.
      {...{ closedby: dismissible ? 'closerequest' : 'none' }}
      onKeyDown={handleKeys}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible && event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        const node = dialog.current;
        // Browsers without closedby close on a second Escape even if "cancel" is prevented.
        if (event.target !== node || !node || node.open || !open) return;
        if (dismissible) onClose();
        else node.showModal();
      }}
      // A press that starts in the dialog, such as a text selection, must not close it if it ends
      // outside.
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClickCapture={(event) => {
        if (!isNotMeantHere(event)) opened.current.wasPressed = true;
        else {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event) && dismissible && backdropCloses) onClose();
      }}
    >
      {open ? (
        <>
          <div className="flex items-start gap-3 border-b border-edge px-5 py-3.5">
            <div className="min-w-0 flex-1 py-1.5">
              <h2 id={titleId} tabIndex={-1} className="text-[min(1.25rem,6.5vw)]">
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
          </div>
          {children || alert ? (
            <div
              ref={body}
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
            <div className="dialog-buttons border-t border-edge bg-base-100 px-5 py-3.5">
              {note ? <div className="dialog-note mb-3">{note}</div> : null}
              <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{footer}</div>
            </div>
          ) : null}
        </>
      ) : null}
    </dialog>
  );
}

function placeFocus(node: HTMLDialogElement) {
  const chosen = node.querySelector<HTMLElement>('[data-autofocus]');
  // On a touch screen, focusing a field would open the keyboard, which covers half of the dialog.
  const field = window.matchMedia('(pointer: fine)').matches
    ? node.querySelector<HTMLElement>(
        '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden], [type=file])',
      )
    : null;
  const title = node.querySelector<HTMLElement>('h2');
  (chosen ?? field ?? title)?.focus();
}
