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
import type { Role } from '@/domain/roles';
import { screensOf, type Target } from './screens';

type Found = Outputs['admin']['search'];

/** A search result, with the link that it opens. */
export type FoundLine = {
  key: string;
  icon: IconName;
  title: string;
  /** Details shown below the title. */
  facts: readonly ReactNode[];
  badge?: { tone: Tone; label: string };
  target: Target;
};
export type FoundGroup = { name: string; lines: readonly FoundLine[] };

const admin = (search: Record<string, string>): Target => ({
  to: '/admin',
  search: search,
});

function appointmentLine(one: Found['appointments'][number]): FoundLine {
  const { id, publicCode, status, date, time, location, slipNumber, customerName } = one;
  return {
    key: id,
    icon: 'boat',
    title: `${publicCode} · ${customerName ?? 'Guest'}`,
    facts: [
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

function customerLine(one: Found['customers'][number]): FoundLine {
  const { id, fullName, username, phone, email } = one;
  return {
    key: id,
    icon: 'user',
    title: fullName ?? username,
    facts: [fullName && username, phone && <PhoneText phone={phone} />, email],
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

/** @returns the search results in groups, with the matching screens last */
export function groupsOf(text: string, found: Found | undefined, role: Role): FoundGroup[] {
  const groups: FoundGroup[] = [
    { name: 'Appointments', lines: (found?.appointments ?? []).map(appointmentLine) },
    {
      name: 'Customers',
      lines: (found?.customers ?? []).map(customerLine),
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
    {
      name: 'Screens',
      lines: screensOf(text, role).map(({ name, icon, target }) => ({
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
