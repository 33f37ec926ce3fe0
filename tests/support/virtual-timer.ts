/** Time that passes only when a test says so. */
import type { Timer } from '@/server/jobs/timer';

type Waiting = { at: number; work: () => Promise<unknown> | undefined };

export type VirtualTimer = Timer & {
  /** How many pieces of work wait for their time. */
  waiting(): number;
  /** Lets so many ms pass, and does what comes due in them, each to its end before the next. */
  advance(ms: number): Promise<void>;
};

/** @param passed hears of each step, in ms since the beginning */
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
