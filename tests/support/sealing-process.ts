/**
 * Seals a database's audit log repeatedly, at random times, until it's stopped. Its log goes to
 * stdout. `bun tests/support/sealing-process.ts <address of the database>`
 */
import { createDb } from '@/db/client';
import { createLog } from '@/server/config/log';
import { sealAudit } from '@/server/modules/audit/seal.usecases';

const db = await createDb({ url: process.argv[2] ?? '' });
const deps = { db, clock: { now: Date.now }, log: createLog('info') };
let isStopped = false;
process.on('SIGTERM', () => {
  isStopped = true;
});
while (!isStopped) {
  await sealAudit({ deps });
  await Bun.sleep(Math.random() * 100);
}
await db.close();
process.exit(0);
