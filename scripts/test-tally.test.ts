import { describe, expect, test } from 'bun:test';
import { sum, tallyOfJunit, tallyOfPlaywright } from './test-tally';

const junit = (tests: number, failures: number, skipped: number, cases = '') =>
  `<?xml version="1.0"?>\n<testsuites name="bun test" tests="${tests}" assertions="9" failures="${failures}" skipped="${skipped}" time="1">\n  <testsuite name="a" tests="1" failures="1">${cases}</testsuite></testsuites>`;
const playwright = (
  expected: number,
  unexpected: number,
  flaky: number,
  skipped: number,
  suites: unknown[] = [],
) => JSON.stringify({ stats: { expected, unexpected, flaky, skipped }, suites });

const unseen = (exitCode: number) => [`the test runner exited with ${exitCode}`];

describe('bun test', () => {
  test('counts passed tests', () => {
    expect(tallyOfJunit(junit(12, 0, 0), 0)).toEqual({ passed: 12, failed: 0, failures: [] });
  });
  test('counts and names skipped tests as failures', () => {
    const cases = `
      <testcase name="says &quot;no&quot;" classname="a &amp; b" file="tests/a.test.ts" line="2">
        <failure type="AssertionError" message="1 &lt; 2">name="not this one"</failure>
      </testcase>
      <testcase name="passes" classname="" file="tests/a.test.ts" line="3" />
      <testcase name="is skipped" classname="" file="tests/a.test.ts" line="4">
        <skipped />
      </testcase>`;
    expect(tallyOfJunit(junit(12, 1, 1, cases), 1)).toEqual({
      passed: 10,
      failed: 2,
      failures: ['tests/a.test.ts › a & b › says "no"', 'tests/a.test.ts › is skipped'],
    });
    expect(tallyOfJunit(junit(12, 0, 1), 0)).toMatchObject({ passed: 11, failed: 1 });
  });
  test('counts a failure outside any test', () => {
    expect(tallyOfJunit(junit(12, 0, 0), 1)).toEqual({
      passed: 12,
      failed: 1,
      failures: unseen(1),
    });
  });
  test('counts a crash without a report, or a run without tests, as a failure', () => {
    expect(tallyOfJunit(undefined, 139)).toEqual({ passed: 0, failed: 1, failures: unseen(139) });
    expect(tallyOfJunit(junit(0, 0, 0), 0)).toEqual({ passed: 0, failed: 1, failures: unseen(0) });
  });
});

describe('Playwright', () => {
  test('counts passed tests, and flaky or skipped ones as failed', () => {
    expect(tallyOfPlaywright(playwright(5, 0, 0, 0), 0)).toMatchObject({ passed: 5, failed: 0 });
    expect(tallyOfPlaywright(playwright(5, 1, 1, 1), 1)).toMatchObject({ passed: 5, failed: 3 });
  });
  test('names failed tests at any depth', () => {
    const spec = (title: string, ok: boolean) => ({
      file: 'a.e2e.ts',
      title,
      ok,
      tests: [{ projectName: 'phone' }],
    });
    const suites = [
      { specs: [spec('books', true)], suites: [{ specs: [spec('pays', false)] }] },
      { specs: [spec('cancels', false)] },
    ];
    expect(tallyOfPlaywright(playwright(1, 2, 0, 0, suites), 1).failures).toEqual([
      'a.e2e.ts › pays (phone)',
      'a.e2e.ts › cancels (phone)',
    ]);
  });
  test('counts a crash, or a run without tests, as a failure', () => {
    expect(tallyOfPlaywright(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyOfPlaywright(playwright(0, 0, 0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyOfPlaywright(playwright(5, 0, 0, 0), 1)).toMatchObject({ passed: 5, failed: 1 });
  });
});

test('adds up several runs', () => {
  expect(
    sum([
      { passed: 3, failed: 0, failures: [] },
      { passed: 2, failed: 1, failures: ['a'] },
    ]),
  ).toEqual({ passed: 5, failed: 1, failures: ['a'] });
});
