import type { Shortcut } from './staff-keys';

/** Selects the deliveries listed on the screen: lines of Day or Payments, and cards of Board. */
const LISTED = '[data-line], [data-appointment]';
const codeOf = ({ dataset }: HTMLElement) => dataset.line ?? dataset.appointment;

const focusedDelivery = () =>
  document.activeElement instanceof HTMLElement
    ? document.activeElement.closest<HTMLElement>(LISTED)
    : null;

/** @returns the visible deliveries, without the appointment open in the side panel */
const listed = () =>
  [...document.querySelectorAll<HTMLElement>(LISTED)].filter(
    (one) => one.checkVisibility() && !one.closest('aside'),
  );

/** Moves the focus to the next or previous delivery of the list. */
export function moveFocus(by: 1 | -1): void {
  const all = listed();
  const focused = focusedDelivery();
  // The delivery in the side panel isn't part of the list, so it's found by its code.
  const own = focused ? all.indexOf(focused) : -1;
  const at = own >= 0 || !focused ? own : all.findIndex((one) => codeOf(one) === codeOf(focused));
  const next = at < 0 ? all.at(by === 1 ? 0 : -1) : all[at + by];
  if (!next) return;
  (next.querySelector<HTMLElement>('button[aria-pressed]') ?? next).focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** Selects the focused delivery, or with `range` every delivery from the last selected one to it. */
export function selectFocused(range: boolean): void {
  const box = focusedDelivery()?.querySelector('input[type=checkbox]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: range }));
}

type Action = Extract<Shortcut, { kind: 'act' }>['action'];

/** The buttons that a key may press. It presses the first of them on the card. */
const BUTTONS_OF: Readonly<Record<Action, readonly Action[]>> = {
  confirm: ['confirm'],
  schedule: ['schedule'],
  edit: ['edit'],
  reschedule: ['reschedule'],
  // Only a delivery en route has its own button. Before that, these dialogs ask for the driver.
  'change-driver': ['change-driver', 'schedule', 'reschedule'],
  'payment-link': ['payment-link'],
};

/**
 * Presses the button for the selected deliveries, or of the focused one. If its card isn't open
 * yet, this only opens the card, so that people see an appointment before they change it.
 */
export function pressAction({ action, bulk }: Extract<Shortcut, { kind: 'act' }>): void {
  // The bulk change banner's lines have the same attribute, but aren't buttons.
  const forSelected = bulk && document.querySelector<HTMLElement>(`button[data-bulk="${bulk}"]`);
  if (forSelected) {
    forSelected.click();
    return;
  }
  const delivery = focusedDelivery();
  if (!delivery) return;
  const card = document.querySelector(`[data-appointment="${CSS.escape(codeOf(delivery) ?? '')}"]`);
  const button = card
    ? card.querySelector<HTMLElement>(
        BUTTONS_OF[action].map((name) => `[data-action="${name}"]`).join(),
      )
    : delivery.querySelector<HTMLElement>('button[aria-pressed]');
  button?.click();
}
