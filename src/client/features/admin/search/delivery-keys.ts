import type { Shortcut } from './staff-keys';

/** Every delivery that a list of the screen shows, by its code: a line of Day or of Money, or a card of Board. */
const LISTED = '[data-line], [data-appointment]';
const codeOf = ({ dataset }: HTMLElement) => dataset.line ?? dataset.appointment;

const focusedDelivery = () =>
  document.activeElement instanceof HTMLElement
    ? document.activeElement.closest<HTMLElement>(LISTED)
    : null;

/** Those that are shown. An open appointment beside its list is no part of it. */
const listed = () =>
  [...document.querySelectorAll<HTMLElement>(LISTED)].filter(
    (one) => one.checkVisibility() && !one.closest('aside'),
  );

/** Takes the focus on to the next delivery of the list, or back to the one before. */
export function moveFocus(by: 1 | -1): void {
  const all = listed();
  const focused = focusedDelivery();
  // One delivery may have several lines; one that is open beside its list goes by its code.
  const own = focused ? all.indexOf(focused) : -1;
  const at = own >= 0 || !focused ? own : all.findIndex((one) => codeOf(one) === codeOf(focused));
  const next = at < 0 ? all.at(by === 1 ? 0 : -1) : all[at + by];
  if (!next) return;
  (next.querySelector<HTMLElement>('button[aria-pressed]') ?? next).focus();
  next.scrollIntoView({ block: 'nearest' });
}

/**
 * Presses the button of the delivery in focus. Where its card is not shown yet, the press shows it, and
 * the next one acts: nothing is done to what cannot be seen.
 */
export function pressOnFocused(action: Extract<Shortcut, { kind: 'act' }>['action']): void {
  const delivery = focusedDelivery();
  if (!delivery) return;
  const card = document.querySelector(`[data-appointment="${CSS.escape(codeOf(delivery) ?? '')}"]`);
  const button = card
    ? card.querySelector<HTMLElement>(`[data-action="${action}"]`)
    : delivery.querySelector<HTMLElement>('button[aria-pressed]');
  button?.click();
}
