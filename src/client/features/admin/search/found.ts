import { slipText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import type { Tone } from '@/client/components/badge';
import type { IconName } from '@/client/components/icon';
import type { Outputs } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatMonthDay } from '@/domain/dates';
import { formatPhone } from '@/domain/text';
import { screensOf, type Target } from './screens';

type Found = Outputs['admin']['search'];

/** One line of what was found, and where it leads. */
export type FoundLine = {
  key: string;
  icon: IconName;
  title: string;
  text: string;
  badge?: { tone: Tone; label: string };
  target: Target;
};
export type FoundGroup = { name: string; lines: FoundLine[] };

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

const admin = (search: Record<string, string>): Target => ({
  to: '/admin',
  search: search,
});

function appointmentLine(one: Found['appointments'][number]): FoundLine {
  const { id, publicCode, status, date, time, location, slipNumber, customerName } = one;
  return {
    key: id,
    icon: 'boat',
    title: joined(publicCode, customerName ?? 'Guest'),
    text: joined(
      `${formatMonthDay(date)} ${date.slice(0, 4)}, ${time}`,
      location,
      slipText(slipNumber),
      one.customerPhone && formatPhone(one.customerPhone),
      one.driverName,
    ),
    badge:
      one.holdExpiresAt !== null && status === 'pending'
        ? { tone: 'orange', label: 'Not finished' }
        : { tone: STATUS_TONES[status], label: STATUS_LABELS[status] },
    target: admin({ view: 'day', day: date, open: id }),
  };
}

/** What was found, in groups; screens stand last unless nothing was typed. */
export function groupsOf(text: string, found: Found | undefined): FoundGroup[] {
  const groups: FoundGroup[] = [
    { name: 'Appointments', lines: (found?.appointments ?? []).map(appointmentLine) },
    {
      name: 'Customers',
      lines: (found?.customers ?? []).map(({ id, fullName, username, phone, email }) => ({
        key: id,
        icon: 'user',
        title: fullName ?? username,
        text: joined(fullName && username, phone && formatPhone(phone), email),
        target: admin({ tab: 'customers', customer: id }),
      })),
    },
    {
      name: 'Drivers',
      lines: (found?.drivers ?? []).map(({ id, name, vehicleInfo }) => ({
        key: `driver-${id}`,
        icon: 'truck',
        title: name,
        text: vehicleInfo ?? '',
        target: { to: '/driver', search: { driver: id } },
      })),
    },
    {
      name: 'Screens',
      lines: screensOf(text).map(({ name, icon, target }) => ({
        key: name,
        icon,
        title: name,
        text: '',
        target,
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}
