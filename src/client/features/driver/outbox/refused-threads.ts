import { aboutText, actionText, type QueuedAction, threadOf } from './device-action';

/** The refused actions of one appointment, or of one report. */
export type RefusedThread = {
  /** The keys of its refused actions. */
  keys: string[];
  actions: QueuedAction[];
  /** True if staff have the delivery and decide about it. */
  isKept: boolean;
  /** The action's pictures that are on the device. */
  photos: string[];
  /** True while one of its pictures is still unsent. */
  isPhotoWaiting: boolean;
};

/**
 * Groups refused actions by appointment. If staff have the delivery, the driver doesn't decide
 * about its earlier actions either.
 */
export function refusedThreads(queued: readonly QueuedAction[]): RefusedThread[] {
  const byThread = new Map<string, QueuedAction[]>();
  for (const one of queued) {
    if (one.refusal === null) continue;
    const thread = threadOf(one);
    byThread.set(thread, [...(byThread.get(thread) ?? []), one]);
  }
  return [...byThread.values()].map((actions) => {
    const keys = actions.map(({ actionKey }) => actionKey);
    const isKept = actions.some(
      ({ isKept: kept, action }) => kept === true && action.kind !== 'enRoute',
    );
    const pictures = picturesWith(queued, keys);
    const photos = pictures.flatMap(({ action }) => ('photo' in action ? [action.photo] : []));
    const isPhotoWaiting = pictures.some(({ refusal }) => refusal === null);
    return { keys, actions, isKept, photos, isPhotoWaiting };
  });
}

/** The last refusal's message, because it's the most current. */
export const refusalOf = ({ actions }: RefusedThread): string => actions.at(-1)?.refusal ?? '';

/** A thread's actions as one line of text. */
export function textOf({ actions }: RefusedThread): string {
  const [first, ...others] = actions;
  return first ? [aboutText(first), ...others.map(actionText)].join('; ') : '';
}

/**
 * The appointment a report about a refusal may name, or null. If staff don't have an action
 * (`isKept`), its appointment isn't this driver's on the server. A report that names it would be
 * refused too.
 */
export function appointmentToName({ actions }: Pick<RefusedThread, 'actions'>): string | null {
  const { action } = actions.at(-1) ?? {};
  const isOwn = actions.every(
    ({ isKept, action: { kind } }) => isKept || kind === 'completePhoto' || kind === 'fillerPhoto',
  );
  return isOwn && action && 'id' in action ? action.id : null;
}

const picturesWith = (queued: readonly QueuedAction[], keys: readonly string[]): QueuedAction[] =>
  queued.filter(
    ({ actionKey, afterKey, action }) =>
      'photo' in action && (keys.includes(actionKey) || keys.includes(afterKey ?? '')),
  );
