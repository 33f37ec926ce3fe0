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
  /** Called on Escape, Back, the backdrop and the ✕. The caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** sm 26 rem (a low sheet on phones), md 34, lg 46, xl 60 (all three fill a phone). */
  size?: DialogSize;
  /** False while work is under way, so that only the caller closes it. */
  dismissible?: boolean;
  /** False where a stray click on the backdrop would lose typed text; Escape, Back and the ✕ still close it. */
  backdropCloses?: boolean;
  /** A red box above the content. Screen readers read it when it appears. */
  alert?: ReactNode;
  /** Names what a dialog of several views shows. Each view begins at its top, with the focus in its first field. */
  view?: string;
  /** The row of buttons, which stays visible while the content scrolls. */
  footer?: ReactNode;
  /** Takes the dialog out of the top layer, so that an overlay of another party (a bank's check) is usable. */
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
 * A modal window. The native dialog keeps the focus inside and returns it afterwards, and the page
 * behind does not scroll. The content is mounted only while the dialog is open, so a form starts empty.
 * Focus starts at `[data-autofocus]`, else at the first field (with a mouse), else at the title.
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
      // Also on unmount, because the browser returns the focus only through close().
      node.close();
    };
  }, [open, giveWay]);

  const body = useRef<HTMLDivElement>(null);
  // An element is another one at each drawing, which would take a person away from what they type.
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
    // In a low window all of it scrolls.
    dialog.current?.scrollTo(0, 0);
    if (dialog.current) placeFocus(dialog.current);
  }, [view]);

  const handleKeys = (event: KeyboardEvent) => {
    // Chromium closes on a second Escape even when "cancel" is prevented, but not when the key is.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (dismissible) onClose();
  };
  const opened = useRef({ at: 0, wasPressed: false });
  /**
   * The second press of a double-click on the button that opened this dialog. It answers nothing
   * here: it would charge a card or throw away what was typed before a person has read the question.
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
      // A focused button that becomes disabled loses the focus to the page, where the handler misses Escape.
      {...{ closedby: dismissible ? 'closerequest' : 'none' }}
      onKeyDown={handleKeys}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible && event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        const node = dialog.current;
        // A browser without closedby closes on a second Escape, although "cancel" is prevented.
        if (event.target !== node || !node || node.open || !open) return;
        if (dismissible) onClose();
        else node.showModal();
      }}
      // A text selection that ends outside of the dialog must not close it.
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
            <div className="dialog-buttons flex flex-col-reverse gap-2 border-t border-edge bg-base-100 px-5 py-3.5 sm:flex-row sm:justify-end">
              {footer}
            </div>
          ) : null}
        </>
      ) : null}
    </dialog>
  );
}

function placeFocus(node: HTMLDialogElement) {
  const chosen = node.querySelector<HTMLElement>('[data-autofocus]');
  // On a touch screen the focus of a field opens the keyboard, which covers half of the dialog.
  const field = window.matchMedia('(pointer: fine)').matches
    ? node.querySelector<HTMLElement>(
        '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden], [type=file])',
      )
    : null;
  const title = node.querySelector<HTMLElement>('h2');
  (chosen ?? field ?? title)?.focus();
}
