import { parseArgs } from 'node:util';
import { listenSandbox } from './listener';
import { createStripeSandbox } from './sandbox';

/**
 * Runs the sandbox alone: `bun run stripe:sandbox --port 12111 --db ./data/stripe-sandbox.db
 * --forward-to http://127.0.0.1:3000/api/stripe/webhook --webhook-secret whsec_…`. Three of the
 * flags also have an environment variable. The flag takes precedence, and an empty variable counts
 * as unset.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.STRIPE_SANDBOX_PORT || '12111' },
    hostname: { type: 'string', default: '127.0.0.1' },
    db: { type: 'string', default: process.env.STRIPE_SANDBOX_DB || './data/stripe-sandbox.db' },
    'forward-to': { type: 'string' },
    'webhook-secret': { type: 'string', default: process.env.STRIPE_WEBHOOK_SECRET || undefined },
    'refund-delay': { type: 'string', default: '2000' },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`--port must be a port number, not "${values.port}".`);
const forwardTo = values['forward-to'];
const secret = values['webhook-secret'];
if (forwardTo && !URL.canParse(forwardTo))
  fail(
    `--forward-to must be an address such as http://127.0.0.1:3000/api/stripe/webhook, not "${forwardTo}".`,
  );
if (forwardTo && !secret)
  fail(
    '--forward-to needs --webhook-secret (or STRIPE_WEBHOOK_SECRET), with which the app verifies events.',
  );

const log = (line: string) => console.error(line);
const sandbox = createStripeSandbox({
  dbPath: values.db.replace(/^file:/, ''),
  webhooks: forwardTo && secret ? [{ url: forwardTo, secret }] : [],
  refundDelayMs: Number(values['refund-delay']) || 0,
  log,
});
const listener = await listenSandbox(sandbox, { port, hostname: values.hostname, log }).catch(
  (error: unknown) => fail(`The Stripe sandbox couldn't listen on port ${port}: ${String(error)}`),
);
console.log(
  `Stripe sandbox on ${listener.url} (test mode, ${values.db}${forwardTo ? `, events to ${forwardTo}` : ''})`,
);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await listener.stop();
  await sandbox.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
