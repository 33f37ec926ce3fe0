/** Measures what an idle product costs a machine. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startProduct } from '../support/product';

/** A share of one core. */
const MOST_SHARE = 0.005;
const WINDOW_S = 20;
/**
 * The work of the start has to end first, and other work on the machine may spoil a measurement.
 */
const WINDOWS = 8;
/** The kernel counts a process's time in this many units per second. */
const TICKS_PER_S = 100;

/** The CPU time that a process has used with all its threads, in seconds. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name may contain spaces, and ends at the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/**
 * Measures the share of a core that a product uses, in its best window. Stops at the first good
 * one.
 */
async function idleShare(env: Record<string, string>): Promise<number> {
  const product = await startProduct({ env });
  try {
    const pid = product.process.pid ?? 0;
    let least = Number.POSITIVE_INFINITY;
    for (let window = 0; window < WINDOWS && least > MOST_SHARE; window += 1) {
      const before = cpuSeconds(pid);
      await Bun.sleep(WINDOW_S * 1_000);
      least = Math.min(least, (cpuSeconds(pid) - before) / WINDOW_S);
    }
    return least;
  } finally {
    await product.stop();
  }
}

describe.skipIf(process.platform !== 'linux')('/proc', () => {
  test(
    'an idle product takes at most half a percent of a core, with the demo or without',
    async () => {
      const shares = await Promise.all([
        idleShare({ DEMO: '1', DEMO_DAY: '1' }),
        idleShare({ DEMO: '0' }),
      ]);
      expect(Math.max(...shares)).toBeLessThanOrEqual(MOST_SHARE);
    },
    (WINDOWS * WINDOW_S + 80) * 1_000,
  );
});
