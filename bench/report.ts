/** Formats results for people: ratios or numbers, with their goals if they have any. */
import type { MeasuredTarget } from './load-process';
import type { Packed, Weights } from './page-weight';

export type Figure = {
  name: string;
  value: number;
  unit: '×' | 'ms' | 'kB' | 'points' | '';
  goal?: number;
  stretch?: number;
  /** The side of the goal on which a value is good. Omitted if there's no goal. */
  better?: 'higher' | 'lower';
};

const digits: Record<Figure['unit'], number> = { '×': 3, ms: 2, kB: 1, points: 0, '': 3 };

function verdict({ value, goal, stretch, better }: Figure): string {
  if (goal === undefined) return '';
  const reaches = (mark: number) => (better === 'lower' ? value <= mark : value >= mark);
  const sign = better === 'lower' ? '≤' : '≥';
  const words =
    stretch !== undefined && reaches(stretch) ? 'stretch' : reaches(goal) ? 'yes' : 'no';
  return `${`${sign} ${goal}`.padEnd(8)} ${stretch === undefined ? '' : `(${stretch})`.padEnd(8)} ${words}`;
}

/** Formats the results as a table. */
export function figureTable(figures: Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  return figures
    .map((figure) => {
      const shown = `${figure.value.toFixed(digits[figure.unit])} ${figure.unit}`;
      return `  ${figure.name.padEnd(width)}${shown.padStart(10)}   ${verdict(figure)}`.trimEnd();
    })
    .join('\n');
}

/** Formats the measured servers as a table. */
export function loadTable(measured: Record<string, MeasuredTarget>): string {
  const head = `  ${'server and load'.padEnd(34)}${'per second'.padStart(11)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'answers'.padStart(9)}${'errors'.padStart(8)}${'cpu µs'.padStart(8)}${'load busy'.padStart(11)}`;
  const lines = Object.entries(measured).flatMap(
    ([name, { kinds, broken, busy, cpuMicroseconds }]) =>
      Object.entries(kinds).map(([kind, result], index) => {
        const label = Object.keys(kinds).length > 1 ? `${name}: ${kind}` : name;
        const cpu = cpuMicroseconds === null ? '–' : cpuMicroseconds.toFixed(0);
        const errors = result.refused + (index === 0 ? broken : 0);
        return `  ${label.padEnd(34)}${Math.round(result.perSecond).toLocaleString('en-US').padStart(11)}${result.p50Ms.toFixed(2).padStart(9)}${result.p99Ms.toFixed(2).padStart(9)}${String(result.answered).padStart(9)}${String(errors).padStart(8)}${cpu.padStart(8)}${`${Math.round(busy * 100)} %`.padStart(11)}`;
      }),
  );
  return [head, ...lines].join('\n');
}

/** Formats each page's size as a table. */
export function weightTable(weights: Weights): string {
  const cell = ({ gzip, brotli }: Packed) =>
    `${gzip.toFixed(1)} / ${brotli.toFixed(1)}`.padStart(18);
  const head = `  ${'kB, gzip / brotli'.padEnd(20)}${'initial JS'.padStart(18)}${'total JS'.padStart(18)}${'CSS'.padStart(18)}`;
  const lines = Object.entries(weights).map(
    ([path, { firstJs, allJs, css }]) =>
      `  ${path.padEnd(20)}${cell(firstJs)}${cell(allJs)}${cell(css)}`,
  );
  return [head, ...lines].join('\n');
}
