/** Cancels what waits. */
export type Cancel = () => void;

/**
 * How the jobs measure time: by the process, because the injected clock may stand still and a wall clock
 * may jump.
 */
export type Timer = {
  /** Milliseconds since some moment. */
  now(): number;
  /** Begins the work after so many ms. The promise of `work` tells a caller of its end. */
  after(ms: number, work: () => Promise<unknown> | undefined): Cancel;
};

export const PROCESS_TIMER: Timer = {
  now: () => performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
