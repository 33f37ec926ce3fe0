import type { Tally } from './test-tally';

/** The browser tests and the process tests. */
export const PARTS = ['e2e', 'process'] as const;
export type Part = (typeof PARTS)[number];

/** One recorded run of one part. */
export interface Run extends Tally {
  part: Part;
  /** Starts at 1. */
  number: number;
  /** Whether one core was kept busy during the run. */
  isBusy: boolean;
  /** The fingerprint of all code that the run covers. */
  sources: string;
  seconds: number;
}

/** Every second run has one core fewer. */
export const isBusyRun = (number: number) => number % 2 === 0;

/** Tests outside these runs, folders that only they use, and the code that counts the runs. */
const APART = [
  /^scripts\/steady(-runs)?\.ts$/,
  /^(src|scripts|tests\/(integration|catalogue|upgrade))\/.*\.test\.tsx?$/,
  /^tests\/[^/]+\.test\.ts$/,
  /^tests\/(outside-client|browsers)\//,
];

/** Files that only the other part uses. */
const OTHERS: Record<Part, RegExp> = {
  e2e: /^tests\/((process|load)\/|support\/sqld\.ts$)/,
  process: /^tests\/e2e\//,
};

/** Whether a run of this part covers this file. The path is relative to the project's root. */
export const isProven = (part: Part, file: string) =>
  ![...APART, OTHERS[part]].some((path) => path.test(file));

/** The recorded runs. Empty if there are none or the file is incomplete. */
export async function readRuns(path: string): Promise<Run[]> {
  return (await Bun.file(path)
    .json()
    .catch(() => [])) as Run[];
}

/** The next run, with the parts taking turns. Null if all are done. */
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

/** The summary: each failed test with its runs, then `N runs passed, N failed`. */
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
