/** The result of a test run. A skipped test counts as failed because it proves nothing. */
export interface Tally {
  passed: number;
  failed: number;
  /** Tests that didn't pass, as `file › title`. */
  failures: string[];
}

/** Adds up the tallies of several runs. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((count, { passed }) => count + passed, 0),
    failed: tallies.reduce((count, { failed }) => count + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/**
 * Counts the cases of a JUnit report.
 *
 * @param exitCode of the runner. A crash or a failure outside the tests adds one failure
 * @param xml undefined if no report was written
 */
export function tallyOfJunit(xml = '', exitCode: number): Tally {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? '';
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const cases = [...xml.matchAll(/(<testcase\b[^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)];
  const failures = cases
    .filter(([, , inside]) => /<(failure|error|skipped)\b/.test(inside ?? ''))
    .map(([, opening = '']) => {
      const read = (name: string) => textOf(new RegExp(` ${name}="([^"]*)"`).exec(opening)?.[1]);
      return [read('file'), read('classname'), read('name')].filter(Boolean).join(' › ');
    });
  const failed = count('failures') + count('errors') + count('skipped');
  return settled(count('tests'), failed, failures, exitCode);
}

const ENTITIES: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&', apos: "'" };

function textOf(xml = ''): string {
  return xml.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
}

interface Suite {
  suites?: Suite[];
  specs?: { file: string; title: string; ok: boolean; tests: { projectName: string }[] }[];
}

/** Counts the tests of Playwright's JSON report, in the same way as `tallyOfJunit`. */
export function tallyOfPlaywright(json: string | undefined, exitCode: number): Tally {
  if (!json) return settled(0, 0, [], exitCode);
  const { stats, suites } = JSON.parse(json) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    suites: Suite[];
  };
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  return settled(stats.expected + failed, failed, suites.flatMap(failuresIn), exitCode);
}

function failuresIn({ specs = [], suites = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => `${file} › ${title} (${tests[0]?.projectName})`);
  return [...own, ...suites.flatMap(failuresIn)];
}

function settled(tests: number, failed: number, failures: string[], exitCode: number): Tally {
  const isUnseen = failed === 0 && (exitCode !== 0 || tests === 0);
  return {
    passed: tests - failed,
    failed: failed + (isUnseen ? 1 : 0),
    failures: isUnseen ? [`the test runner exited with ${exitCode}`] : failures,
  };
}
