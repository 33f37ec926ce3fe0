/** A timer that only the test moves. */
import type { Timer } from '@/server/jobs/timer';

type Waiting = { at: number; work: () => Promise<unknown> | undefined };

export type VirtualTimer = Timer & {
  /** Returns how many planned runs are waiting. */
  waiting(): number;
  /** Moves the time by this many ms, and runs everything that comes due, one after the other. */
  advance(ms: number): Promise<void>;
};

/** @param passed called for each step, with the ms since the start */
export function virtualTimer(passed: (sinceBeginning: number) => void): VirtualTimer {
  let now = 0;
  let waiting: Waiting[] = [];
  const goTo = (at: number) => {
    now = Math.max(now, at);
    passed(now);
  };
  return {
    now: () => now,
    after(ms, work) {
      const entry = { at: now + ms, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    waiting: () => waiting.length,
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = waiting.toSorted((a, b) => a.at - b.at);
        if (!next || next.at > until) break;
        waiting = waiting.filter((other) => other !== next);
        goTo(next.at);
        await next.work();
      }
      goTo(until);
    },
  };
}
