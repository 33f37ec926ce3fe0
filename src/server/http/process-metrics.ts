import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, gaugeBy } from './request-metrics';

/** How finely a delay of the event loop is measured, in ms. At 20 it takes half a percent of a core. */
const RESOLUTION_MS = 100;
const NS_PER_S = 1e9;

/** Which program runs. */
export type Build = { version: string; sources: string };

/** Figures of this process alone, for `/metrics`. */
export class ProcessMetrics {
  /** Runs from the first reading on: without a reader an idle process measures nothing. */
  #delay: ReturnType<typeof monitorEventLoopDelay> | null = null;

  constructor(readonly build: Build) {}

  /** The figures as Prometheus text. */
  lines(): string[] {
    const { version, sources } = this.build;
    const { user, system } = process.cpuUsage();
    return [
      ...gaugeBy('dockside_build_info', 'Which program this process runs.', [
        [{ version, sources, bun: Bun.version }, 1],
      ]),
      ...gauge(
        'dockside_start_time_seconds',
        'When this process started.',
        performance.timeOrigin / 1_000,
      ),
      ...gauge(
        'dockside_resident_memory_bytes',
        'Memory of this process.',
        process.memoryUsage.rss(),
      ),
      ...counter(
        'dockside_cpu_seconds_total',
        'Processor time of this process.',
        (user + system) / 1e6,
      ),
      ...gauge(
        'dockside_event_loop_delay_seconds',
        'The longest wait for the event loop since the last reading.',
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
