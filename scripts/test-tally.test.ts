import { describe, expect, test } from 'bun:test';
import { tallyOfJunit, tallyOfPlaywright } from './test-tally';

const junit = (tests: number, failures: number, skipped: number) =>
  `<?xml version="1.0"?>\n<testsuites name="bun test" tests="${tests}" assertions="9" failures="${failures}" skipped="${skipped}" time="1">\n  <testsuite name="a" tests="1" failures="1"/></testsuites>`;
const playwright = (expected: number, unexpected: number, flaky: number, skipped: number) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped } });

describe('bun test', () => {
  test('counts what passed', () => {
    expect(tallyOfJunit(junit(12, 0, 0), 0)).toEqual({ passed: 12, failed: 0 });
  });
  test('a skip is a failure', () => {
    expect(tallyOfJunit(junit(12, 2, 1), 1)).toEqual({ passed: 9, failed: 3 });
    expect(tallyOfJunit(junit(12, 0, 1), 0)).toEqual({ passed: 11, failed: 1 });
  });
  test('a failure outside any test is one', () => {
    expect(tallyOfJunit(junit(12, 0, 0), 1)).toEqual({ passed: 12, failed: 1 });
  });
  test('a crash without a report, or no test at all, is a failure', () => {
    expect(tallyOfJunit(undefined, 139)).toEqual({ passed: 0, failed: 1 });
    expect(tallyOfJunit(junit(0, 0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('Playwright', () => {
  test('counts what passed, and flaky or skipped as failed', () => {
    expect(tallyOfPlaywright(playwright(5, 0, 0, 0), 0)).toEqual({ passed: 5, failed: 0 });
    expect(tallyOfPlaywright(playwright(5, 1, 1, 1), 1)).toEqual({ passed: 5, failed: 3 });
  });
  test('a crash, or no test at all, is a failure', () => {
    expect(tallyOfPlaywright(undefined, 1)).toEqual({ passed: 0, failed: 1 });
    expect(tallyOfPlaywright(playwright(0, 0, 0, 0), 0)).toEqual({ passed: 0, failed: 1 });
    expect(tallyOfPlaywright(playwright(5, 0, 0, 0), 1)).toEqual({ passed: 5, failed: 1 });
  });
});
