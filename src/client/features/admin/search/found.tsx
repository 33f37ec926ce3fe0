import type { ReactNode } from 'react';
import { shortDate } from '@/client/appointment/short-date';
import { slipText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { TimeRange } from '@/client/appointment/when';
import type { Tone } from '@/client/components/badge';
import type { IconName } from '@/client/components/icon';
import { PhoneText } from '@/client/components/phone-link';
import type { RecentItem } from '@/client/lib/recent-items';
import type { Outputs } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { type Cents, formatDollars } from '@/domain/money';
import type { Role } from '@/domain/roles';
import { actionsFor, type OpenDelivery } from './actions';
import { matcherOf, screensOf, type Target } from './screens';

type Found = Outputs['admin']['search'];

/** A search result, with the link that it opens, the button that it presses, or both. */
export type FoundLine = {
  key: string;
  icon: IconName;
  title: string;
  /** Details shown below the title. */
  facts: readonly ReactNode[];
  badge?: { tone: Tone; label: string };
  /** The key that does the same. */
  keys?: string | undefined;
  target?: Target;
  /** Selects the button. */
  button?: string;
};
export type FoundGroup = { name: string; lines: readonly FoundLine[] };

const admin = (search: Record<string, string>): Target => ({
  to: '/admin',
  search: search,
});

type AppointmentItem = Extract<RecentItem, { kind: 'appointment' }>['item'];
type CustomerItem = Extract<RecentItem, { kind: 'customer' }>['item'];

function appointmentLine(one: AppointmentItem, owedCents: Cents | null = null): FoundLine {
  const { id, publicCode, status, date, time, location, slipNumber, customerName } = one;
  return {
    key: id,
    icon: 'boat',
    title: `${publicCode} · ${customerName ?? 'Guest'}`,
    facts: [
      owedCents ? <strong className="text-error">owes {formatDollars(owedCents)}</strong> : null,
      <>
        {shortDate(date)}, <TimeRange time={time} />
      </>,
      location,
      slipText(slipNumber),
      one.customerPhone && <PhoneText phone={one.customerPhone} />,
      one.driverName,
    ],
    badge:
      one.holdExpiresAt !== null && status === 'pending'
        ? { tone: 'orange', label: 'Not booked yet' }
        : { tone: STATUS_TONES[status], label: STATUS_LABELS[status] },
    target: admin({ view: 'day', day: date, open: id }),
  };
}

function customerLine(one: CustomerItem, guestCode: string | null = null): FoundLine {
  const { id, fullName, username, phone, email, isGuest } = one;
  return {
    key: id,
    icon: 'user',
    // A guest's username is only a random ID.
    title: isGuest ? (fullName ?? 'Guest') : (fullName ?? username),
    facts: [
      isGuest ? 'Guest' : fullName && username,
      guestCode,
      phone && <PhoneText phone={phone} />,
      email,
    ],
    target: admin({ tab: 'customers', customer: id }),
  };
}

/** Returns a recent item as a line. Its status may have changed since, so the line leaves it out. */
const recentLine = (recent: RecentItem): FoundLine =>
  recent.kind === 'customer'
    ? customerLine(recent.item)
    : { ...appointmentLine(recent.item), badge: undefined };

/** @returns the recent items as a group that's shown before anything is typed */
export const recentGroups = (recent: readonly RecentItem[]): FoundGroup[] =>
  recent.length === 0 ? [] : [{ name: 'Recent', lines: recent.map(recentLine) }];

/** The role of the person who searches, and the appointment that's open next to the list. */
export type Searcher = { role: Role; isEmergency: boolean; open: OpenDelivery | null };

/** Returns the actions of the open appointment, then those that can be started anywhere. */
function actionLines(text: string, { role, isEmergency, open }: Searcher): FoundLine[] {
  const matches = matcherOf(text);
  const ofOpen = (open?.actions ?? []).filter(({ name }) => matches({ name, words: '' }));
  return [
    ...ofOpen.map(
      ({ name, keys, button }): FoundLine => ({
        key: button,
        icon: 'boat',
        title: name,
        facts: [open?.code],
        keys,
        button,
      }),
    ),
    ...(isEmergency ? [] : actionsFor(text, role)).map(
      ({ name, icon, keys, button, target }): FoundLine => ({
        key: button,
        icon,
        title: name,
        facts: [],
        keys,
        button,
        target,
      }),
    ),
  ];
}

/** @returns the search results in groups, with the matching screens last */
export function groupsOf(text: string, found: Found | undefined, searcher: Searcher): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      name: 'Appointments',
      lines: (found?.appointments ?? []).map((one) => appointmentLine(one, one.owedCents)),
    },
    {
      name: 'Customers',
      lines: (found?.customers ?? []).map((one) => customerLine(one, one.guestCode)),
    },
    {
      name: 'Drivers',
      lines: (found?.drivers ?? []).map(({ id, name, vehicleInfo }) => ({
        key: `driver-${id}`,
        icon: 'truck',
        title: name,
        facts: [vehicleInfo],
        target: { to: '/driver', search: { driver: id } },
      })),
    },
    { name: 'Actions', lines: actionLines(text, searcher) },
    {
      name: 'Screens',
      lines: screensOf(text, searcher.role).map(({ name, icon, target }) => ({
        key: name,
        icon,
        title: name,
        facts: [],
        target,
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}
