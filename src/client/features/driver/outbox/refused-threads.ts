import { aboutText, actionText, type QueuedAction, threadOf } from './device-action';

/** What the server refused of one appointment, or of one report. */
export type RefusedThread = {
  /** The keys of all its refused actions. */
  keys: string[];
  actions: QueuedAction[];
  /** Staff have what was done, and decide. */
  isKept: boolean;
  /** The pictures that belong to it and are on the device. */
  photos: string[];
  /** One of them is still to be sent. */
  isPhotoWaiting: boolean;
};

/**
 * The refused actions, those of one appointment together. Where staff have the delivery, the driver has
 * nothing left to decide about earlier actions.
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

/** The sentence of the last refusal, which says what happened meanwhile. */
export const refusalOf = ({ actions }: RefusedThread): string => actions.at(-1)?.refusal ?? '';

/** What was refused of one of them, in one line. */
export function textOf({ actions }: RefusedThread): string {
  const [first, ...others] = actions;
  return first ? [aboutText(first), ...others.map(actionText)].join('; ') : '';
}

/**
 * The appointment that a report about a refusal names; null where the report would be refused for it as well.
 * Staff have every device action at an appointment that was this driver's (`isKept`), so any other one is at one that
 * the server does not know as theirs.
 */
export function appointmentToName({ actions }: Pick<RefusedThread, 'actions'>): string | null {
  const { action } = actions.at(-1) ?? {};
  const isKnown = actions.every(
    ({ isKept, action: { kind } }) => isKept || kind === 'completePhoto' || kind === 'fillerPhoto',
  );
  return isKnown && action && 'id' in action ? action.id : null;
}

const picturesWith = (queued: readonly QueuedAction[], keys: readonly string[]): QueuedAction[] =>
  queued.filter(
    ({ actionKey, afterKey, action }) =>
      'photo' in action && (keys.includes(actionKey) || keys.includes(afterKey ?? '')),
  );
