import type { AppointmentRow, WaitlistRow } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { unitPrice } from '@/domain/money';
import { orderOf } from '@/domain/order/order';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import {
  type InLine,
  MAY_STAY,
  offerState,
  placeInLine,
  type WaitingStatus,
} from '@/domain/waiting-list/waiting-list';
import type { Deps } from '@/server/config/deps';
import { wholeAppointment } from '../appointments/appointments.repository';
import { type CustomerAppointment, customerView } from '../appointments/appointments.view';
import { hashToken, secretsOf, shortToken } from '../auth/tokens';
import { findUserById } from '../auth/users.repository';

type Signing = Pick<Deps, 'settings'>;

const tokenMadeWith = (secret: string, id: string) => shortToken(secret, 'waiting-list', id);

/** Returns the hash of a new entry's token. */
export const waitingHash = ({ settings }: Signing, id: string) =>
  hashToken(tokenMadeWith(settings.appSecret, id));

/** Returns the token of an entry. Tokens made with an earlier secret don't change. */
export function waitingToken({ settings }: Signing, { id, linkHash }: WaitlistRow): string {
  const tokens = secretsOf(settings).map((secret) => tokenMadeWith(secret, id));
  return tokens.find((token) => hashToken(token) === linkHash) ?? tokens[0] ?? '';
}

const waitingLink = (deps: Signing, entry: WaitlistRow) =>
  `${deps.settings.appUrl}/w/${waitingToken(deps, entry)}`;

/** Returns an entry with its account's current email address. A guest's stays as entered. */
export async function withCurrentEmail(
  { db }: Pick<Deps, 'db'>,
  entry: WaitlistRow,
): Promise<WaitlistRow> {
  if (entry.userId === null || entry.reach !== null) return entry;
  const user = await findUserById(db.orm, entry.userId);
  return { ...entry, customerEmail: user?.email ?? entry.customerEmail };
}

/**
 * Returns the facts of a message about an entry. A guest's messages only use the channel that has answered.
 *
 * @param slotIndex the offered window, if there is one
 */
export function waitingFacts(deps: Signing, entry: WaitlistRow, slotIndex?: number) {
  const { reach } = entry;
  const appointment = wholeAppointment({
    ...orderOf(entry),
    id: entry.id,
    publicCode: '',
    userId: entry.userId,
    date: entry.date,
    slotIndex: slotIndex ?? entry.slotIndex ?? 0,
    customerName: entry.customerName,
    customerEmail: reach === 'text' ? null : entry.customerEmail,
    customerPhone: reach === 'email' ? null : entry.customerPhone,
    unitPriceCents: unitPrice(0),
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  });
  return {
    appointment,
    ownerLink: waitingLink(deps, entry),
    entryId: entry.id,
    isAnyWindow: slotIndex === undefined && entry.slotIndex === null,
    offers: entry.offers,
  };
}

/** An entry as its person sees it. */
export type WaitingView = {
  /** Opens the entry's page. Null until the contact has answered, because the link proves that. */
  token: string | null;
  state: WaitingStatus | 'accepted';
  date: CalendarDate;
  /** Null means any window of the date. */
  time: string | null;
  /** The place in line, such as "first". Null if it isn't certain or the entry doesn't wait. */
  place: string | null;
  /** True if the person may join the end of the line again. */
  mayStay: boolean;
  /**
   * The offered spot with its price, and when the offer ends (ms). Null without an offer, or once the
   * delivery's link was replaced.
   */
  offer: { until: number | null; appointment: CustomerAppointment } | null;
};

/** An entry with the appointment of its offer. */
export type EntryFound = { entry: WaitlistRow; appointment: AppointmentRow | null };

/** Returns an entry's state at `now` (ms). An offer's state depends on its appointment. */
export function stateOf({ entry, appointment }: EntryFound, now: number): WaitingView['state'] {
  if (entry.status !== 'offered') return entry.status;
  const states = {
    open: 'offered',
    accepted: 'accepted',
    booked: 'booked',
    ended: 'missed',
  } as const;
  return states[offerState(entry, appointment, now)];
}

/**
 * True if the delivery's first link was ended. The entry's link then doesn't open the delivery
 * anymore.
 */
export const isReplaced = ({ linkVersion }: Pick<AppointmentRow, 'linkVersion'>) => linkVersion > 0;

/** Returns an entry for its person. */
export function waitingView(
  deps: Pick<Deps, 'settings' | 'clock'>,
  { entry, appointment }: EntryFound,
  line: readonly InLine[],
  isBookable: boolean,
): WaitingView {
  const state = stateOf({ entry, appointment }, deps.clock.now());
  const hasOffer = state === 'offered' || state === 'accepted' || state === 'booked';
  const slotIndex = hasOffer && appointment ? appointment.slotIndex : entry.slotIndex;
  return {
    token: entry.queuedAt === null ? null : waitingToken(deps, entry),
    state,
    date: entry.date,
    time: slotIndex === null ? null : timeSlotLabel(slotIndex),
    place: state === 'waiting' ? placeInLine(inLine(entry), line) : null,
    mayStay: isBookable && MAY_STAY.some((one) => one === state),
    offer:
      hasOffer && appointment && !isReplaced(appointment)
        ? { until: appointment.holdExpiresAt, appointment: customerView(appointment) }
        : null,
  };
}

/** Returns an entry as the line counts it. */
export const inLine = ({ id, date, slotIndex, queuedAt, createdAt }: WaitlistRow): InLine => ({
  id,
  date,
  slotIndex,
  queuedAt: queuedAt ?? createdAt,
});
