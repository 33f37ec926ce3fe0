/** Formats the desk's results for people. */
import type { WorkFigures } from './at-work';
import type { ListFigures, MoveFigures } from './lists';

const PAINT_GOAL_MS = 150;
const SERVER_GOAL_MS = 50;
const CLICKS_GOAL = 10;
const SECONDS_GOAL = 60;
const STALE_GOAL_MS = 2_000;

/** Marks values that miss their goal with "! ". */
const against = (value: number, goal: number, digits = 0) =>
  `${value > goal ? '! ' : ''}${value.toFixed(digits)}`;
const cells = (values: string[]) => values.map((value) => value.padStart(10)).join('');

function table(head: string[], rows: Record<string, string[]>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length)) + 2;
  const lines = Object.entries(rows).map(
    ([name, values]) => `  ${name.padEnd(width)}${cells(values)}`,
  );
  return [`  ${''.padEnd(width)}${cells(head)}`, ...lines].join('\n');
}

/** Each list's time to paint (goal: 150 ms), its server time (goal: 50 ms), and the CPU time of both. */
export function listTable(lists: Record<string, ListFigures>): string {
  const head = ['paint ms', 'most', 'event ms', 'page cpu', 'server ms', 'its cpu'];
  const rows = Object.entries(lists).map(([name, one]) => [
    name,
    [
      against(one.paintMs, PAINT_GOAL_MS),
      against(one.mostMs, PAINT_GOAL_MS),
      one.eventMs.toFixed(0),
      one.mainThreadMs.toFixed(0),
      against(one.serverMs, SERVER_GOAL_MS, 1),
      one.serverCpuMs.toFixed(1),
    ],
  ]);
  return table(head, Object.fromEntries(rows));
}

/** The result for moving a whole day, compared with its goals. */
export function moveText({ deliveries, clicks, seconds, serverCpuMs }: MoveFigures): string {
  return `  Moving a day of ${deliveries}: ${against(clicks, CLICKS_GOAL)} clicks, ${against(seconds, SECONDS_GOAL, 1)} s until done and visible, ${serverCpuMs.toFixed(0)} ms of server CPU time`;
}

/** How long after its answer each write appeared on the other screens (goal: 2 s). */
export function workTable(work: WorkFigures): string {
  const rows = Object.entries(work.seen).map(([name, { count, medianMs, mostMs }]) => [
    name,
    [
      String(count),
      (medianMs / 1_000).toFixed(2),
      against(mostMs / 1_000, STALE_GOAL_MS / 1_000, 2),
    ],
  ]);
  return [
    `  5 people at work for ${work.minutes.toFixed(1)} minutes: ${work.deliveries} deliveries, ${work.writes} writes, ${work.lost.length} lost, ${(work.serverCpuMs / 1_000).toFixed(1)} s of server CPU time`,
    table(['seen', 'median s', 'most s'], Object.fromEntries(rows)),
  ].join('\n');
}
