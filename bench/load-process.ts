/** Starts the process that makes the load, and reads its results. */
import { join } from 'node:path';
import type { KindResult, LoadPlan, LoadResult, Step } from './load';
import type { Started } from './processes';

export type Load = {
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): void;
};

/** Starts the process that makes the load; it stays for the whole run, so that it is warm. */
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
        throw new Error(`the load ended with code ${code}`);
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

/** One server under one load. */
export type Target = { server: Pick<Started, 'port' | 'cpuMs'>; steps: Step[] };

/** The results of a target for each kind of request: middle values of the rounds, errors of all of them. */
export type Measured = KindResult & { perSecond: number };
export type MeasuredTarget = {
  kinds: Record<string, Measured>;
  broken: number;
  busy: number;
  /** The server's time on a processor for each answer; it hardly changes on a busy machine. */
  cpuMicroseconds: number | null;
};

export type MeasureOptions = {
  connections: number;
  rounds: number;
  /** How long a round is at most. */
  seconds: number;
  /** Every target gets as many in a round: where each request makes the next one dearer. */
  requests?: number;
};

/**
 * Loads the targets in turn, round after round, so that other work of the machine disturbs them all
 * alike. A short first round only warms up and counts errors.
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
    // Each target begins a round in its turn, so that no periodic work always meets the same one.
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

/** The middle value; of an even number of values, the lower of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
