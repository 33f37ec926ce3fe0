import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Icon, type IconName } from '@/client/components/icon';
import { useTopDialog } from '@/client/components/top-dialog';
import { useIsInBrowser } from '@/client/lib/hydration';
import {
  currentToast,
  defaultToastDuration,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  type ToastVariant,
} from './toast-store';

const look: Record<ToastVariant, { className: string; icon: IconName }> = {
  default: { className: 'border-edge bg-base-100', icon: 'info' },
  destructive: { className: 'tone tone-red', icon: 'error-circle' },
  success: { className: 'tone tone-green', icon: 'check-circle' },
};

/**
 * Renders the toast, once, next to the app. It moves into the top dialog, because everything
 * outside a modal dialog is inert. As a popover, it isn't clipped or covered by the dialog. If it
 * would cover the dialog, it gets its own line inside, above the buttons.
 */
export function Toaster() {
  return useIsInBrowser() ? <ToastPortal /> : null;
}

function ToastPortal() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const host = useTopDialog() ?? document.body;
  const [held, setHeld] = useState(false);
  useToastTimer(shown, held);

  const card = shown ? <ToastCard key={shown.id} toast={shown} onHold={setHeld} /> : null;
  const isAlert = shown?.variant === 'destructive';
  return createPortal(
    <ToastLayer host={host} toastId={shown?.id}>
      {/* The region is always rendered, because screen readers miss the first message of a region that appears together with it. */}
      <div role="status">{isAlert ? null : card}</div>
      <div role="alert">{isAlert ? card : null}</div>
    </ToastLayer>,
    host,
  );
}

const boxOf = (part: Element) => part.getBoundingClientRect();
const overlap = (a: DOMRect, b: DOMRect) =>
  a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

type ToastLayerProps = {
  host: HTMLElement;
  toastId: number | undefined;
  children: ReactNode;
};

function ToastLayer({ host, toastId, children }: ToastLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = layer.current;
    // The dialog around the toast may have closed together with the last toast.
    if (!node?.isConnected) return;
    node.showPopover?.();
    const covers = (part: Element) => overlap(boxOf(node), boxOf(part));
    const focused = document.activeElement;
    if (host !== document.body) {
      if (covers(host)) node.hidePopover?.();
    } else if (focused?.matches('input, textarea') && covers(focused)) {
      // The focused field is scrolled into view, because the toast may be about it.
      focused.scrollIntoView({ block: 'center' });
    }
    return () => node.hidePopover?.();
    // In a new parent, the toast must enter the top layer again.
  }, [host, toastId]);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      {children}
    </div>
  );
}

function ToastCard({ toast, onHold }: { toast: ShownToast; onHold: (held: boolean) => void }) {
  const { className, icon } = look[toast.variant ?? 'default'];
  // If the toast closes under the pointer, there's no "leave" event, so the hold ends here.
  useEffect(() => () => onHold(false), [onHold]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer.
    <div
      className={classNames(
        'toast-card flex flex-wrap items-start gap-3 rounded-field border p-4 shadow-far',
        className,
      )}
      data-variant={toast.variant ?? 'default'}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Icon name={icon} size={22} className="mt-px" />
      <div className="min-w-[min(100%,8rem)] flex-1">
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

/**
 * Closes the toast after its duration. The timer pauses on hover, on focus, and while the page is
 * hidden.
 */
function useToastTimer(shown: ShownToast | null, held: boolean) {
  const remaining = useRef({ id: 0, ms: 0 });
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const note = () => setHidden(document.hidden);
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  useEffect(() => {
    if (!shown) return;
    if (remaining.current.id !== shown.id)
      remaining.current = { id: shown.id, ms: shown.duration ?? defaultToastDuration };
    if (held || hidden || !Number.isFinite(remaining.current.ms)) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(shown.id), remaining.current.ms);
    return () => {
      clearTimeout(timer);
      remaining.current.ms -= performance.now() - startedAt;
    };
  }, [shown, held, hidden]);
}
