/** Cancels a planned run. */
export type Cancel = () => void;

/**
 * Measures time for the jobs by the process, because the injected clock may be frozen and a wall clock
 * may jump.
 */
export type Timer = {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Starts the work after this many ms. `work`'s promise ends when it does. */
  after(ms: number, work: () => Promise<unknown> | undefined): Cancel;
};

export const PROCESS_TIMER: Timer = {
  now: () => performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
