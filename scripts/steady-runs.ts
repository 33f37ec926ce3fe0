import type { Tally } from './test-tally';

/** The browser tests, and the tests of processes. */
export const PARTS = ['e2e', 'process'] as const;
export type Part = (typeof PARTS)[number];

/** One run of one part, as it is noted. */
export interface Run extends Tally {
  part: Part;
  /** From 1. */
  number: number;
  /** Whether one core was kept busy meanwhile. */
  isBusy: boolean;
  /** The fingerprint of the code that ran, of all that the run is a proof of. */
  sources: string;
  seconds: number;
}

/** Every second run has one core less. */
export const isBusyRun = (number: number) => number % 2 === 0;

/** The tests that no steady run has, the folders that only they use, and what only counts the runs. */
const APART = [
  /^scripts\/steady(-runs)?\.ts$/,
  /^(src|scripts|tests\/(integration|catalogue|upgrade))\/.*\.test\.tsx?$/,
  /^tests\/[^/]+\.test\.ts$/,
  /^tests\/(outside-client|browsers)\//,
];

/** What the runs of the other part have to themselves. */
const OTHERS: Record<Part, RegExp> = {
  e2e: /^tests\/((process|load)\/|support\/sqld\.ts$)/,
  process: /^tests\/e2e\//,
};

/** Whether a run of this part is a proof of this file; the path is that below the project's folder. */
export const isProven = (part: Part, file: string) =>
  ![...APART, OTHERS[part]].some((path) => path.test(file));

/** The noted runs; none where nothing was noted, or the notes were cut off. */
export async function readRuns(path: string): Promise<Run[]> {
  return (await Bun.file(path)
    .json()
    .catch(() => [])) as Run[];
}

/** The first run that is still to be made, the parts in turn; null when all were made. */
export function next(
  runs: readonly Run[],
  parts: readonly Part[],
  count: number,
): { part: Part; number: number } | null {
  for (let number = 1; number <= count; number += 1) {
    for (const part of parts) {
      if (!runs.some((run) => run.part === part && run.number === number)) return { part, number };
    }
  }
  return null;
}

/** The summary of all runs: each test that failed with its runs, then `N runs passed, N failed`. */
export function summary(runs: readonly Run[]): { lines: string[]; failed: number } {
  const failed = runs.filter((run) => run.failed > 0);
  const tests = new Map<string, string[]>();
  for (const { part, number, failures } of failed) {
    for (const test of failures) tests.set(test, [...(tests.get(test) ?? []), `${part} ${number}`]);
  }
  const lines = [...tests].map(([test, where]) => `failed in ${where.join(', ')}: ${test}`);
  return {
    lines: [...lines, `${runs.length - failed.length} runs passed, ${failed.length} failed`],
    failed: failed.length,
  };
}
