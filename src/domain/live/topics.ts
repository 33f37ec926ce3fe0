import { type Actor, hasRole } from '../roles';

/** What has changed. A page that shows it fetches it again. */
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

/** Whether a topic is about what everyone may know. Its news may wait a moment. */
export const isPublic = (topic: LiveTopic): boolean =>
  topic === 'slots' || topic === 'prices' || topic === 'support' || topic === 'weather';

/** What the database logs a change under. */
export type ChangeTopic =
  | 'appointments'
  | 'slots'
  | 'prices'
  | 'support'
  | 'weather'
  | 'drivers'
  | 'staff';

/** A change as the database logged it. */
export type LoggedChange = {
  topic: ChangeTopic;
  appointmentId: string | null;
  userId: string | null;
  driverId: number | null;
  /** The places of a time slot may have changed. */
  slots: boolean;
};

/** The topics of a change that one caller is told: of other people's appointments only the place they take. */
export function topicsOf(change: LoggedChange, actor: Actor): LiveTopic[] {
  const { topic } = change;
  const heard: LiveTopic[] = change.slots ? ['slots'] : [];
  if (topic === 'prices' || topic === 'support' || topic === 'weather') heard.push(topic);
  if (topic === 'appointments' && isOf(change, actor)) heard.push('own-appointments');
  if (hasRole(actor, 'admin')) heard.push('staff', 'deliveries');
  if (concernsDriver(change, actor)) heard.push('deliveries');
  return heard;
}

/**
 * What staff work with. A page of theirs reads it while its stream begins, and is told it once more:
 * what changed in between is in no news.
 */
export function topicsOfWork(actor: Actor): LiveTopic[] {
  if (hasRole(actor, 'admin')) return ['staff', 'deliveries'];
  return hasRole(actor, 'driver') ? ['deliveries'] : [];
}

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
