import { createHash } from 'node:crypto';
import type { AppointmentRow } from '@/db/schema';
import type { Company } from '@/domain/company';
import { bearing, directionText, distanceText, trackOf } from '@/domain/delivery-page/approach';
import type { DeliveryProgress } from '@/domain/delivery-page/progress';
import { timelineOf } from '@/domain/delivery-page/timeline';
import type { FollowedDelivery } from '@/domain/live/topics';
import { cardTrouble } from '@/domain/payment/card-trouble';
import { isForeignPhone, type PhoneForms, phoneForms } from '@/domain/phone-forms';
import { worldPhone } from '@/domain/phone-number';
import { metresBetween } from '@/domain/route/distance';
import { expectStops } from '@/domain/route/lateness';
import { positionOfDock } from '@/domain/route/position';
import { firstName } from '@/domain/text';
import { clockText, formatClock, localMoment } from '@/domain/time';
import { truckOfDay } from '@/domain/trucks/truck';
import { type Deps, todayOf } from '@/server/config/deps';
import type { Listening } from '@/server/config/live';
import { selectEnRoute } from '../../appointments/appointments.repository';
import { isOver, openedBy } from '../../appointments/delivery-link';
import { ownDetails, selectDetails } from '../../appointments/own-appointments.usecases';
import type { DeliveryDetails } from '../../appointments/owner.view';
import { selectCardOf } from '../../appointments/staff-lists.repository';
import { selectSteps } from '../../audit/audit.repository';
import { serviceAreaOf } from '../../boats/docks.usecases';
import { selectDriver } from '../../drivers/drivers.repository';
import { companyOf, selectCompany } from '../../legal/company.usecases';
import { selectTruckDay, selectTrucks } from '../../trucks/trucks.repository';
import { readPhoto } from '../completion/photos.usecases';
import { selectDocksOf, selectDocksOfDay } from '../day/docks.repository';
import { routeOf } from '../day/route';
import { selectRouteOrder, selectToDeliver } from '../day/route.repository';

/** A delivery as its page shows it to everyone with the link. */
export type DeliveryPage = {
  delivery: DeliveryDetails;
  progress: DeliveryProgress;
  company: Company;
  /** How to call and text the company. */
  contact: PhoneForms;
  /** Changes whenever the page shows something else. */
  version: string;
};

/** The page has no browser behind it, so a key that's stored there opens nothing more. */
const NOTHING_KEPT = { keys: [], oldLink: null, proofOf: () => null };
/** No driver has this number. */
const NO_DRIVER = 0;

type Caller = { deps: Deps };

/** Returns the appointment and the rights that a link alone opens, or null. */
const openedByLink = ({ deps }: Caller, token: string) => openedBy(deps, token, NOTHING_KEPT);

/**
 * Reads the page of a delivery link. The token alone decides, so it's the same for everyone who
 * opens it.
 *
 * @returns null if the link was replaced, has expired, or never existed
 */
export async function readDeliveryPage(
  call: Caller,
  { token }: { token: string },
): Promise<DeliveryPage | null> {
  const opened = await openedByLink(call, token);
  return opened && readOpened(call, opened);
}

type OpenedLink = NonNullable<Awaited<ReturnType<typeof openedByLink>>>;

async function readOpened({ deps }: Caller, { row, whileSignedOut }: OpenedLink) {
  const { id } = row;
  const today = todayOf(deps);
  const driverId = row.driverId ?? NO_DRIVER;
  const read = await deps.db.read((orm) => [
    ...selectDetails(orm, id),
    ...selectCompany(orm),
    selectSteps(orm, id),
    selectDriver(orm, driverId),
    selectToDeliver(orm, today, driverId),
    selectEnRoute(orm, driverId),
    selectDocksOfDay(orm, today, driverId),
    selectDocksOf(orm, id),
    selectRouteOrder(orm, driverId, today),
    selectTrucks(orm),
    selectTruckDay(orm, driverId, row.date),
    selectCardOf(orm, id),
  ]);
  const [owned, photos, settings, support, entries, [driver], ofDay, underWay, ...others] = read;
  const [docksOfDay, docks, [order], trucks, chosen, [card]] = others;
  const appointment = owned[0]?.appointment ?? row;
  const actor = { kind: 'guest', held: [whileSignedOut] } as const;
  const delivery = ownDetails({ deps, actor }, [owned, photos]);
  const { timeZone } = deps.settings;
  const now = deps.clock.now();
  const isOnItsDay =
    appointment.status === 'en_route' ||
    (appointment.date === today && appointment.status === 'scheduled');
  const isShownDriver = isOnItsDay || appointment.status === 'completed';
  const truck = truckOfDay(appointment.date, { trucks, chosen });
  const route = {
    rows: [...underWay.filter(({ date }) => date !== today), ...ofDay],
    ...{ docks: docksOfDay, manualOrder: order?.stopIds ?? null, now, timeZone },
  };
  const { home, radiusMiles } = serviceAreaOf(deps, settings[0]);
  const track = driver ? trackOf(driver, { now, home, radiusMiles }) : null;
  const stops = driver && isOnItsDay ? routeOf(driver, route) : [];
  const before = stops.findIndex((stop) => stop.id === id);
  const isNext = Boolean(owned[0]?.isNextStop);
  const dock = positionOfDock(appointment, [...docks, ...docksOfDay]);
  const expected = expectStops(stops, { now, from: track }).find((stop) => stop.id === id);
  const hasSetOut = stops.some(({ enRoute }) => enRoute);
  const etaAt =
    appointment.status === 'en_route' && isNext
      ? (appointment.arrivalAt ?? expected?.expectedAt)
      : hasSetOut
        ? expected?.expectedAt
        : undefined;
  const progress: DeliveryProgress = {
    driver: isShownDriver ? firstName(driver?.name ?? null) : null,
    truck: isShownDriver ? (truck?.name ?? null) : null,
    isToday: isOnItsDay,
    eta: etaAt === undefined ? null : formatClock(Math.round(Math.max(etaAt, now)), timeZone),
    etaUpdatedAt: etaAt === undefined ? null : (track?.at ?? appointment.enRouteAt),
    stopsBefore: before >= 0 ? before : null,
    approach:
      appointment.status === 'en_route' && isNext && track
        ? approachOf(track, dock, { timeZone, tiles: deps.settings.map })
        : null,
    timeline: timelineOf(
      {
        ...appointment,
        isNotDelivered: appointment.notDeliveredReason !== null,
        entries: entries,
      },
      timeZone,
    ),
    doneAt: timeOf(appointment.completedAt ?? appointment.cancelledAt, timeZone),
    isNotDelivered: appointment.notDeliveredReason !== null,
    cardTrouble: card ? cardTrouble(card, card) : null,
    keepUntil: keepUntil(appointment, now),
  };
  const company = companyOf(deps, [settings, support]);
  const { phone } = company;
  const contact = isForeignPhone(phone) ? worldPhone(phone) : phoneForms(phone);
  const page = { delivery, progress, company, contact };
  return { ...page, version: versionOf(page) };
}

function approachOf(
  track: NonNullable<ReturnType<typeof trackOf>>,
  dock: ReturnType<typeof positionOfDock>,
  { timeZone, tiles }: { timeZone: string; tiles: Deps['settings']['map'] },
): DeliveryProgress['approach'] {
  const degrees = dock && bearing(dock, track);
  return {
    driver: track,
    dock,
    distance: dock && distanceText(metresBetween(dock, track)),
    degrees,
    direction: degrees === null ? null : directionText(degrees),
    seenAt: clockText(localMoment(track.at, timeZone).minutes),
    tiles,
  };
}

const timeOf = (at: number | null, timeZone: string) =>
  at === null ? null : clockText(localMoment(at, timeZone).minutes);

/** How long a device keeps what the page showed, after the delivery or after its last visit (ms). */
const KEEP_MS = { closed: 2 * 3_600_000, open: 14 * 86_400_000 };

function keepUntil({ completedAt, cancelledAt }: AppointmentRow, now: number): number {
  const closedAt = completedAt ?? cancelledAt;
  // A whole day, so that the version doesn't change with every read.
  const day = Math.ceil(now / 86_400_000) * 86_400_000;
  return closedAt === null ? day + KEEP_MS.open : closedAt + KEEP_MS.closed;
}

const versionOf = (page: Omit<DeliveryPage, 'version'>): string =>
  createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 16);

/**
 * Follows the delivery of a link: yields the page's version whenever the page shows something else,
 * and `ended` when the link no longer opens it. Other deliveries' changes yield nothing, unless they
 * move this one's arrival.
 *
 * @param known the version that the caller already shows
 * @returns null if the link opens nothing, and `full` if too many pages listen
 */
export async function followDelivery(
  call: Caller,
  {
    token,
    known,
    ...listening
  }: { token: string; known: string | null } & Omit<Listening, 'after'>,
): Promise<AsyncGenerator<{ version: string } | 'ended'> | 'full' | null> {
  const { deps } = call;
  const opened = await openedByLink(call, token);
  if (!opened) return null;
  const { id, driverId } = opened.row;
  const followed: FollowedDelivery = { appointmentId: id, driverId };
  const news = deps.live.follow(followed, listening);
  if (!news) return 'full';
  return (async function* () {
    let shown = known;
    for await (const _ of news) {
      const now = await openedByLink(call, token);
      if (!now || isOver(deps, now.row)) {
        yield 'ended' as const;
        return;
      }
      followed.driverId = now.row.driverId;
      const { version } = await readOpened(call, now);
      if (version === shown) continue;
      shown = version;
      yield { version };
    }
  })();
}

/** Returns a photo of the delivery as JPEG, if the owner shows it to everyone with the link. */
export async function readLinkedPhoto(
  call: Caller,
  { token, id }: { token: string; id: string },
): Promise<Uint8Array | null> {
  const opened = await openedByLink(call, token);
  if (!opened) return null;
  const actor = { kind: 'guest', held: [opened.whileSignedOut] } as const;
  return readPhoto({ deps: call.deps, actor }, { id });
}
