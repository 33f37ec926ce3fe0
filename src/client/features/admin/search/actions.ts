import type { IconName } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Role } from '@/domain/roles';
import { type Area, mayWorkIn } from '@/domain/staff/areas';
import { matcherOf, type Target } from './screens';
import { keyOfAction } from './staff-keys';

/** An action that staff can search for. It presses a button or a link of a screen. */
export type StaffAction = {
  name: string;
  words: string;
  icon: IconName;
  /** The key that does the same. */
  keys?: string;
  /** Selects the button. */
  button: string;
  /** The screen with the button. */
  target: Target;
  /** The areas of work that the action needs. */
  areas: readonly Area[];
};

const exported = (file: string) => `a[href^="/api/admin/export/${file}.csv"]`;

const ACTIONS: readonly StaffAction[] = [
  {
    name: 'New Booking',
    words: 'book order caller add',
    icon: 'plus',
    keys: 'n',
    button: '[data-book]',
    target: { to: '/admin' },
    areas: ['deliveries'],
  },
  {
    name: 'Move or Cancel This Day',
    words: 'storm weather wind thunder reschedule all deliveries',
    icon: OTHER_ICONS.storm,
    button: '[data-move-day]',
    target: { to: '/admin', search: { view: 'day' } },
    areas: ['deliveries'],
  },
  {
    name: 'Invite Person',
    words: 'add new staff role',
    icon: OTHER_ICONS.users,
    button: '[data-invite]',
    target: { to: '/admin/settings', hash: 'people' },
    areas: ['business'],
  },
  {
    name: 'Export Appointments',
    words: 'csv download deliveries',
    icon: 'receipt',
    button: exported('appointments'),
    target: { to: '/admin', search: { view: 'board' } },
    areas: ['exports', 'deliveries'],
  },
  {
    name: 'Export Customers',
    words: 'csv download accounts',
    icon: 'receipt',
    button: exported('customers'),
    target: { to: '/admin', search: { tab: 'customers' } },
    areas: ['exports', 'customers'],
  },
  {
    name: 'Export Report',
    words: 'csv download revenue gallons',
    icon: 'receipt',
    button: exported('report'),
    target: { to: '/admin/reports' },
    areas: ['exports', 'reports'],
  },
  {
    name: 'Export Activity',
    words: 'csv download audit log',
    icon: 'receipt',
    button: exported('activity'),
    target: { to: '/admin/activity' },
    areas: ['exports', 'business'],
  },
];

/** @returns the actions for a role that match every typed word; all of them if nothing was typed */
export function actionsFor(text: string, role: Role): StaffAction[] {
  const matches = matcherOf(text);
  return ACTIONS.filter(
    (action) => action.areas.every((area) => mayWorkIn(area, role)) && matches(action),
  );
}

/** The appointment in the side panel, with the actions that its card offers now. */
export type OpenDelivery = {
  code: string;
  actions: { name: string; keys: string | undefined; button: string }[];
};

/** @returns the appointment that's open next to the list, or null if there is none */
export function openDelivery(): OpenDelivery | null {
  const card = document.querySelector<HTMLElement>('aside [data-appointment]');
  const code = card?.dataset.appointment;
  if (!card || code === undefined) return null;
  const buttons = [...card.querySelectorAll<HTMLElement>('[data-action]')];
  return {
    code,
    actions: buttons.map((button) => {
      const action = button.dataset.action ?? '';
      return {
        name: button.ariaLabel ?? button.textContent.trim(),
        keys: keyOfAction(action),
        button: `aside [data-appointment="${CSS.escape(code)}"] [data-action="${action}"]`,
      };
    }),
  };
}

/** A slow screen may take this long to show the button. */
const SHOWN_WITHIN_MS = 10_000;

/**
 * Presses a button once it's shown. If it isn't on this screen, `open` opens the screen that has it.
 */
export function pressButton(selector: string, open?: () => void): void {
  const press = () => {
    const button = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.checkVisibility() && !one.matches(':disabled'),
    );
    button?.click();
    return button !== undefined;
  };
  if (press() || !open) return;
  open();
  const end = () => {
    watching.disconnect();
    clearTimeout(timer);
    document.removeEventListener('pointerdown', end);
    document.removeEventListener('keydown', end);
  };
  const watching = new MutationObserver(() => {
    if (press()) end();
  });
  const timer = setTimeout(end, SHOWN_WITHIN_MS);
  watching.observe(document.body, { childList: true, subtree: true, attributes: true });
  // A person who does something else in the meantime no longer wants it.
  document.addEventListener('pointerdown', end);
  document.addEventListener('keydown', end);
}
