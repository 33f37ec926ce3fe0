/** Cancels a planned run. */
export type Cancel = () => void;

/**
 * Measures time for the jobs with the process's own timer, because the injected clock may be frozen
 * and the system clock may jump.
 */
export type Timer = {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /**
   * Starts the work after this many ms. If `work` returns a promise, the run lasts until the
   * promise settles.
   */
  after(ms: number, work: () => Promise<unknown> | undefined): Cancel;
};

export const PROCESS_TIMER: Timer = {
  now: () => performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
