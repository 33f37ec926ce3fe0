/** How a test run went. A skipped test counts as failed: it proves nothing. */
export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Counts the cases of a JUnit report.
 *
 * @param exitCode of the runner: a crash, or a failure outside any test, is one failure more
 * @param xml undefined when no report was written
 */
export function tallyOfJunit(xml: string | undefined, exitCode: number): Tally {
  const head = /<testsuites\b[^>]*>/.exec(xml ?? '')?.[0] ?? '';
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const tests = count('tests');
  return settled(tests, count('failures') + count('errors') + count('skipped'), exitCode);
}

/** Counts the tests of Playwright's JSON report; the other words are those of `tallyOfJunit`. */
export function tallyOfPlaywright(json: string | undefined, exitCode: number): Tally {
  if (!json) return settled(0, 0, exitCode);
  const { stats } = JSON.parse(json) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  };
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  return settled(stats.expected + failed, failed, exitCode);
}

function settled(tests: number, failed: number, exitCode: number): Tally {
  const unseen = failed === 0 && (exitCode !== 0 || tests === 0) ? 1 : 0;
  return { passed: tests - failed, failed: failed + unseen };
}
