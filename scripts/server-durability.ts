/**
 * `bun run db:durability <address of sqld's admin listener> [namespace]` makes a libSQL server keep
 * all acknowledged writes during a power failure. The server stores the setting, and setting it
 * again is harmless. compose.yaml runs this before the app.
 */
import { endAtUncaught } from '@/server/config/uncaught';

endAtUncaught();
const [address, namespace = 'default'] = process.argv.slice(2);
if (!address) {
  console.error(
    'Enter the address of the admin listener: bun run db:durability http://database:9090',
  );
  process.exit(1);
}
const answer = await fetch(`${address}/v1/namespaces/${namespace}/config`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  // The server resets every field that isn't sent, so all of its defaults are sent.
  body: JSON.stringify({
    block_reads: false,
    block_writes: false,
    txn_timeout_s: 5,
    durability_mode: 'extra',
  }),
});
if (!answer.ok) {
  console.error(`The server answered with status ${answer.status}, so its setting wasn't changed.`);
  process.exit(1);
}
console.log("From now on, the server acknowledges a write only after it's on disk.");
