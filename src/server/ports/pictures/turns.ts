import { PictureQueueFull } from './port';

/** How many pictures may wait, and for how long (ms). */
export type Turns = { mostOfOwner: number; mostOfAll: number; longestWaitMs: number };

type Waiting = { start(): void };

/**
 * Runs one job at a time. Owners take turns, so a job waits for at most one job from each other
 * owner.
 * @throws PictureQueueFull if there are too many jobs, or if a job waited too long
 */
export function createTurns({ mostOfOwner, mostOfAll, longestWaitMs }: Turns) {
  /** The waiting jobs of each owner. The owner who has waited longest comes first. */
  const waiting = new Map<string, Waiting[]>();
  /** The owner of the running job, or null if none is running. */
  let running: string | null = null;

  function next(): void {
    const owners = [...waiting.keys()];
    running = owners.find((owner) => owner !== running) ?? owners[0] ?? null;
    if (running === null) return;
    const [job, ...others] = waiting.get(running) ?? [];
    waiting.delete(running);
    if (others.length > 0) waiting.set(running, others);
    job?.start();
  }

  function leave(owner: string, job: Waiting): void {
    const others = (waiting.get(owner) ?? []).filter((one) => one !== job);
    if (others.length > 0) waiting.set(owner, others);
    else waiting.delete(owner);
  }

  function turnOf(owner: string): Promise<void> {
    const own = waiting.get(owner) ?? [];
    if (own.length >= mostOfOwner) throw new PictureQueueFull('owner');
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= mostOfAll) throw new PictureQueueFull('all');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(owner, job);
        reject(new PictureQueueFull('all'));
      }, longestWaitMs);
      const job = {
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.set(owner, [...own, job]);
    });
  }

  return async function inTurn<T>(owner: string, job: () => Promise<T>): Promise<T> {
    if (running === null) running = owner;
    else await turnOf(owner);
    try {
      return await job();
    } finally {
      next();
    }
  };
}
