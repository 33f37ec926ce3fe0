/**
 * `bun run test:browsers` tries a guest's booking, a customer's account, and a staff day in WebKit and
 * Firefox. Ends with `N passed, N failed`. A missing browser counts as a failure, and the output says
 * what to install.
 */
import { ENGINES } from '../tests/browsers/engines';
import { build, bunTests } from './test-runs';
import { sum, type Tally } from './test-tally';

const tallies: Tally[] = [];
for (const engine of ENGINES) {
  const missing = engine.missing();
  if (missing === undefined) continue;
  console.error(missing);
  tallies.push({ passed: 0, failed: 1, failures: [engine.name] });
}
if (tallies.length < ENGINES.length) {
  tallies.push((await build()) ?? (await bunTests(['./tests/browsers/browsers.walk.ts'])));
}

const { passed, failed } = sum(tallies);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
