/** Formats the costs of calls for people. */
import type { Cost } from './measure';
import { GOALS } from './table';

/** One line per call, in order. */
export function costTable(costs: Record<string, Cost>): string {
  const width = Math.max(...Object.keys(costs).map((name) => name.length)) + 2;
  const cells = (values: string[]) => values.map((value) => value.padStart(10)).join('');
  const head = cells(['ms', 'sequential', 'goal', 'total', 'read', 'shown']);
  const lines = Object.entries(costs).map(([name, cost]) => {
    const goal = GOALS[name];
    const isMissed = goal !== undefined && cost.tripsInARow > goal;
    const row = cells([
      cost.ms.toFixed(0),
      String(cost.tripsInARow),
      goal === undefined ? '' : `${isMissed ? '! ' : ''}${goal}`,
      String(cost.tripsInAll),
      String(cost.rowsRead),
      cost.rowsShown === null ? '' : String(cost.rowsShown),
    ]);
    return `  ${name.padEnd(width)}${row}`;
  });
  return [`  ${''.padEnd(width)}${head}`, ...lines].join('\n');
}
