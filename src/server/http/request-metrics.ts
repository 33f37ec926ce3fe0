/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Series = { buckets: number[]; count: number; sum: number };

/** Counts the requests of this process for `/metrics`, by route name. Stores no addresses. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();

  /**
   * Counts one answer. `route` is one of a few names, so that unknown paths can't fill the memory.
   */
  record(route: string, status: number, ms: number): void {
    const key = `route="${route}",status="${Math.floor(status / 100)}xx"`;
    let series = this.#series.get(key);
    if (!series) {
      series = { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
      this.#series.set(key, series);
    }
    const seconds = ms / 1_000;
    series.count += 1;
    series.sum += seconds;
    const index = BUCKETS.findIndex((bound) => seconds <= bound);
    if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  }

  /** The counts in Prometheus text format. */
  lines(): string[] {
    const lines = [
      '# HELP dockside_request_seconds Request durations of this process by route and status.',
      '# TYPE dockside_request_seconds histogram',
    ];
    for (const [labels, { buckets, count, sum }] of this.#series) {
      let below = 0;
      BUCKETS.forEach((bound, index) => {
        below += buckets[index] ?? 0;
        lines.push(`dockside_request_seconds_bucket{${labels},le="${bound}"} ${below}`);
      });
      lines.push(`dockside_request_seconds_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`dockside_request_seconds_sum{${labels}} ${sum}`);
      lines.push(`dockside_request_seconds_count{${labels}} ${count}`);
    }
    return lines;
  }
}

/** Formats one figure in Prometheus text format. */
export function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

/** Formats one figure that only grows in Prometheus text format. */
export function counter(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, `${name} ${value}`];
}

type Labeled = Iterable<[labels: Record<string, string>, value: number]>;

/** Formats one figure for each set of labels in Prometheus text format. */
export const gaugeBy = (name: string, help: string, values: Labeled) =>
  figureBy('gauge', { name, help }, values);

/** Formats one count for each set of labels in Prometheus text format. */
export const counterBy = (name: string, help: string, values: Labeled) =>
  figureBy('counter', { name, help }, values);

function figureBy(type: string, { name, help }: { name: string; help: string }, values: Labeled) {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const [labels, value] of values) {
    const named = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    lines.push(`${name}{${named.join(',')}} ${value}`);
  }
  return lines;
}

const HEALTH = new Set(['/healthz', '/healthz/database', '/readyz', '/metrics']);

/** Returns the name under which a path's requests are counted. */
export function routeOf(path: string): string {
  if (path.startsWith('/api/trpc/')) return 'trpc';
  if (path === '/api/stripe/webhook' || path.startsWith('/api/texts/')) return 'webhook';
  if (path.startsWith('/api/')) return 'rest';
  if (HEALTH.has(path)) return 'health';
  return path.startsWith('/stripe-sandbox/') ? 'sandbox' : 'page';
}
