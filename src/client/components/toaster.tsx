import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import {
  currentToast,
  defaultToastDuration,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  type ToastVariant,
} from './toast-store';
import { useTopDialog } from './top-dialog';

const look: Record<ToastVariant, { className: string; icon: IconName }> = {
  default: { className: 'border-edge bg-base-100', icon: 'info' },
  destructive: { className: 'tone tone-red', icon: 'error-circle' },
  success: { className: 'tone tone-green', icon: 'check-circle' },
};

/**
 * The place where toasts appear; put it once beside the app. It moves into the dialog on top, since
 * everything outside a modal dialog is inert, and is a popover, so that no dialog clips or covers it.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const host = useTopDialog() ?? document.body;
  const [held, setHeld] = useState(false);
  useToastTimer(shown, held);

  return createPortal(
    <ToastLayer host={host}>
      {/* Both regions exist before there is anything to say, or readers miss the first message. */}
      <div role="status">
        {shown && shown.variant !== 'destructive' ? (
          <ToastCard key={shown.id} toast={shown} onHold={setHeld} />
        ) : null}
      </div>
      <div role="alert">
        {shown?.variant === 'destructive' ? (
          <ToastCard key={shown.id} toast={shown} onHold={setHeld} />
        ) : null}
      </div>
    </ToastLayer>,
    host,
  );
}

function ToastLayer({ host, children }: { host: HTMLElement; children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = layer.current;
    node?.showPopover?.();
    return () => node?.hidePopover?.();
    // A new host means a new place in the top layer.
  }, [host]);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      {children}
    </div>
  );
}

function ToastCard({ toast, onHold }: { toast: ShownToast; onHold: (held: boolean) => void }) {
  const { className, icon } = look[toast.variant ?? 'default'];
  // A card that goes away under the pointer sends no "leave".
  useEffect(() => () => onHold(false), [onHold]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the timer.
    <div
      className={classNames(
        'toast-card flex items-start gap-3 rounded-field border p-4 shadow-far',
        className,
      )}
      data-variant={toast.variant ?? 'default'}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Icon name={icon} size={22} className="mt-px" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.description ? <p className="mt-0.5 text-[0.95rem]">{toast.description}</p> : null}
      </div>
      {toast.action ? (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            toast.action?.onClick();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton
        icon="x"
        label="Dismiss"
        size="sm"
        className="-me-2 -mt-1.5 text-inherit"
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}

/** Counts the time a toast was in view: not while it is held, nor while the page is in the background. */
function useToastTimer(shown: ShownToast | null, held: boolean) {
  const left = useRef({ id: 0, ms: 0 });
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const note = () => setHidden(document.hidden);
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  useEffect(() => {
    if (!shown) return;
    if (left.current.id !== shown.id)
      left.current = { id: shown.id, ms: shown.duration ?? defaultToastDuration };
    if (held || hidden || !Number.isFinite(left.current.ms)) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(shown.id), left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= performance.now() - startedAt;
    };
  }, [shown, held, hidden]);
}
