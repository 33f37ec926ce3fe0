/**
 * `bun run db:durability <address of sqld's admin listener> [namespace]`: makes a libSQL
 * server keep every write that it acknowledged through a power cut. The server remembers it; setting
 * it again changes nothing. compose.yaml runs this before
 * the app.
 */
import { inPlainWords } from '@/server/config/plain-words';
import { endAtUncaught } from '@/server/config/uncaught';

endAtUncaught();
const [address, namespace = 'default'] = process.argv.slice(2);
if (!address) {
  console.error('Please give the address of the admin listener, such as http://database:9090.');
  process.exit(1);
}
const answer = await fetch(`${address}/v1/namespaces/${namespace}/config`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  // The server takes the rest of these as its defaults only where they are said.
  body: JSON.stringify({
    block_reads: false,
    block_writes: false,
    txn_timeout_s: 5,
    durability_mode: 'extra',
  }),
});
if (!answer.ok) {
  console.error(`The server refused: ${answer.status} ${inPlainWords(await answer.text())}`);
  process.exit(1);
}
console.log('Every write that the server acknowledges is on its disk.');
