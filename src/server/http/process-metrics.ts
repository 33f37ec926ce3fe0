import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, gaugeBy } from './request-metrics';

/** How finely event loop delays are measured, in ms. At 20, measuring takes 0.5% of a core. */
const RESOLUTION_MS = 100;
const NS_PER_S = 1e9;

/** Identifies the running program. */
export type Build = { version: string; sources: string };

/** Figures of this process for `/metrics`. */
export class ProcessMetrics {
  /**
   * Measuring starts with the first reading of the metrics, so that an idle process measures
   * nothing.
   */
  #delay: ReturnType<typeof monitorEventLoopDelay> | null = null;

  constructor(readonly build: Build) {}

  /** The figures in Prometheus text format. */
  lines(): string[] {
    const { version, sources } = this.build;
    const { user, system } = process.cpuUsage();
    return [
      ...gaugeBy('dockside_build_info', 'Version and source hash of the running program.', [
        [{ version, sources, bun: Bun.version }, 1],
      ]),
      ...gauge(
        'dockside_start_time_seconds',
        'Start time of this process.',
        performance.timeOrigin / 1_000,
      ),
      ...gauge(
        'dockside_resident_memory_bytes',
        'Memory used by this process.',
        process.memoryUsage.rss(),
      ),
      ...counter(
        'dockside_cpu_seconds_total',
        'CPU time used by this process.',
        (user + system) / 1e6,
      ),
      ...gauge(
        'dockside_event_loop_delay_seconds',
        'Longest event loop delay since the last reading.',
        this.#longestDelay(),
      ),
    ];
  }

  #longestDelay(): number {
    if (!this.#delay) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
      return 0;
    }
    const longest = this.#delay.max / NS_PER_S;
    this.#delay.reset();
    return longest;
  }
}
