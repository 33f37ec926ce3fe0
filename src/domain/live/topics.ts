import { type Actor, hasRole } from '../roles';
import { isOfficeRole, worksIn } from '../staff/areas';

/** The kinds of changes that pages listen for. A page that shows the data reads it again. */
export const LIVE_TOPICS = [
  'slots',
  'own-appointments',
  'deliveries',
  'staff',
  'prices',
  'support',
  'weather',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** True if a topic is about public data. Its news may be slightly delayed. */
export const isPublic = (topic: LiveTopic): boolean =>
  topic === 'slots' || topic === 'prices' || topic === 'support' || topic === 'weather';

/** The topics that the database logs changes under. */
export type ChangeTopic =
  | 'appointments'
  | 'slots'
  | 'prices'
  | 'support'
  | 'weather'
  | 'drivers'
  | 'staff';

/** A change logged by the database. */
export type LoggedChange = {
  topic: ChangeTopic;
  appointmentId: string | null;
  userId: string | null;
  driverId: number | null;
  /** True if the spots of a time window may have changed. */
  slots: boolean;
};

/**
 * Returns the topics of a change that a caller may receive. For other people's appointments, that's
 * only the changed spots.
 */
export function topicsOf(change: LoggedChange, actor: Actor): LiveTopic[] {
  const { topic } = change;
  const topics: LiveTopic[] = change.slots ? ['slots'] : [];
  if (topic === 'prices' || topic === 'support' || topic === 'weather') topics.push(topic);
  if (topic === 'appointments' && isOf(change, actor)) topics.push('own-appointments');
  if (worksIn('deliveries', actor)) topics.push('staff', 'deliveries');
  else if (topic === 'appointments' && worksInOffice(actor)) topics.push('staff');
  if (concernsDriver(change, actor)) topics.push('deliveries');
  return topics;
}

/** The delivery whose page is open, and its driver, who may change. */
export type FollowedDelivery = { readonly appointmentId: string; driverId: number | null };

/**
 * True if a change may concern a delivery's page: a change of the delivery itself, or of its driver,
 * whose position and earlier stops decide when the driver arrives.
 */
export function concernsDelivery(
  change: LoggedChange,
  { appointmentId, driverId }: FollowedDelivery,
): boolean {
  if (change.topic === 'appointments' && change.appointmentId === appointmentId) return true;
  const isOfDriver = change.topic === 'appointments' || change.topic === 'drivers';
  return isOfDriver && driverId !== null && change.driverId === driverId;
}

/**
 * Returns the topics of a staff member's work. A staff page reads its data while its stream is
 * starting, and the stream doesn't contain changes from that time. So these topics are sent once,
 * and the page reads again.
 */
export function topicsOfWork(actor: Actor): LiveTopic[] {
  if (worksIn('deliveries', actor)) return ['staff', 'deliveries'];
  if (worksInOffice(actor)) return ['staff'];
  return hasRole(actor, 'driver') ? ['deliveries'] : [];
}

/** An accountant’s and a viewer’s pages depend only on appointments. */
const worksInOffice = (actor: Actor) => actor.kind === 'user' && isOfficeRole(actor.role);

function isOf(change: LoggedChange, actor: Actor): boolean {
  if (actor.kind === 'guest') {
    return actor.held.some(({ appointmentId }) => appointmentId === change.appointmentId);
  }
  return actor.kind === 'user' && change.userId === actor.userId;
}

function concernsDriver(change: LoggedChange, actor: Actor): boolean {
  if (!hasRole(actor, 'driver')) return false;
  const { driverId } = actor;
  const isTheirs = driverId !== null && change.driverId === driverId;
  return isTheirs && (change.topic === 'appointments' || change.topic === 'drivers');
}
