/** Starts the process that creates the load, and reads its results. */
import { join } from 'node:path';
import type { KindResult, LoadPlan, LoadResult, Step } from './load';
import type { Started } from './processes';

export type Load = {
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): void;
};

/** Starts the process that creates the load. It stays for the whole run, so that it's warmed up. */
export function startLoad(): Load {
  let answer: ((result: LoadResult) => void) | null = null;
  const child = Bun.spawn([process.execPath, '--no-env-file', join(import.meta.dir, 'load.ts')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (result: LoadResult) => answer?.(result),
  });
  return {
    async run(plan) {
      const ended = child.exited.then((code) => {
        throw new Error(`the load process exited with code ${code}`);
      });
      const result = new Promise<LoadResult>((resolve) => {
        answer = resolve;
      });
      child.send(plan);
      return Promise.race([result, ended]);
    },
    stop: () => child.kill('SIGKILL'),
  };
}

/** One server and one load. */
export type Target = { server: Pick<Started, 'port' | 'cpuMs'>; steps: Step[] };

/** A target's results for each kind of request: medians over the rounds, and all errors. */
export type Measured = KindResult & { perSecond: number };
export type MeasuredTarget = {
  kinds: Record<string, Measured>;
  broken: number;
  busy: number;
  /** The server's CPU time per answer, which a busy machine hardly affects. */
  cpuMicroseconds: number | null;
};

export type MeasureOptions = {
  connections: number;
  rounds: number;
  /** The maximum length of a round. */
  seconds: number;
  /**
   * Sends only this many requests to every target per round. Used if each request makes the next
   * one slower.
   */
  requests?: number;
};

/**
 * Loads the targets in turn, round after round, so that other programs disturb all of them equally. A
 * short first round only warms up and counts errors.
 */
export async function measure<Name extends string>(
  load: Load,
  targets: Record<Name, Target>,
  { connections, rounds, seconds, requests }: MeasureOptions,
): Promise<Record<Name, MeasuredTarget>> {
  const names = Object.keys(targets) as Name[];
  const results = new Map<Name, Round[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const part = round === 0 ? 0.3 : 1;
    // The targets take turns at starting a round, so that work that repeats regularly doesn't
    // always affect the same one.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const { server, steps } = targets[name];
      const cpuBefore = server.cpuMs();
      const result = await load.run({
        port: server.port,
        steps,
        connections,
        seconds: seconds * part,
        requests: requests && Math.round(requests * part),
      });
      const cpuAfter = server.cpuMs();
      const cpuMs = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
      results.get(name)?.push({ ...result, cpuMs });
    }
  }
  const entries = names.map((name) => [name, summary(results.get(name) ?? [])] as const);
  return Object.fromEntries(entries) as Record<Name, MeasuredTarget>;
}

type Round = LoadResult & { cpuMs: number | null };

function summary(all: Round[]): MeasuredTarget {
  const rounds = all.slice(1);
  const kinds: MeasuredTarget['kinds'] = {};
  for (const kind of Object.keys(all[0]?.kinds ?? {})) {
    const of = (read: (result: KindResult, whole: Round) => number, results = rounds) =>
      results.map((whole) => read(whole.kinds[kind] as KindResult, whole));
    kinds[kind] = {
      answered: sum(of((result) => result.answered, all)),
      refused: sum(of((result) => result.refused, all)),
      p50Ms: median(of((result) => result.p50Ms)),
      p99Ms: median(of((result) => result.p99Ms)),
      perSecond: median(of((result, whole) => result.answered / whole.seconds)),
    };
  }
  return {
    kinds,
    broken: sum(all.map((result) => result.broken)),
    busy: median(rounds.map((result) => result.busy)),
    cpuMicroseconds: cpuPerAnswer(rounds),
  };
}

function cpuPerAnswer(rounds: Round[]): number | null {
  if (rounds.some(({ cpuMs }) => cpuMs === null)) return null;
  return median(
    rounds.map(({ cpuMs, kinds }) => {
      const answers = sum(Object.values(kinds).map(({ answered }) => answered));
      return ((cpuMs ?? 0) * 1_000) / answers;
    }),
  );
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The median, or the lower of the two middle values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
