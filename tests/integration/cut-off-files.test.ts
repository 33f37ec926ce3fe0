/**
 * A file that can't be finished never looks complete, whether its connection is cut or nothing is
 * sent at all.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/libsql';
import type { Db } from '@/db/client';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { OPERATIONS } from '@/server/rest/table';
import { admin } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { fillSeason } from '../support/season';

/**
 * Every CSV file that the product offers. A file built in memory has no second part that could
 * fail.
 */
const FILES = OPERATIONS.filter(
  (operation) => 'respond' in operation && operation.sends.type === 'text/csv',
).map(({ path }) => (path.endsWith('journal.csv') ? `${path}?program=xero` : path));
const MADE_IN_MEMORY = ['/api/admin/export/report.csv'];

/** How many more reads the database answers. */
let readsLeft = Number.POSITIVE_INFINITY;
function answerOrFail() {
  if (readsLeft <= 0) throw new Error('the disk is gone');
  readsLeft -= 1;
}
const failing = (real: Db): Db => ({
  ...real,
  orm: drizzle(real.client, { logger: { logQuery: answerOrFail } }),
  async read(queries) {
    answerOrFail();
    return real.read(queries);
  },
});

setDefaultTimeout(60_000);

let app: TestApp;
let server: Bun.Server<undefined>;
let cookie: string;
const errors: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ db: failing });
  app.deps.log.error = (message) => errors.push(message);
  await admin(app);
  await fillSeason(app.deps.db, {
    ...{ today: TODAY, now: app.clock.now(), customers: 1_600, appointments: 7_000 },
  });
  await app.deps.db.client.execute(
    `insert into audit_log (id, action, thing, actor_kind, actor_name, at)
     select 'entry-' || value, 'export.customers', 'export', 'user', 'Alex Harbor', value
     from json_each('[${Array.from({ length: 160 }, (_, n) => n).join()}]')`,
  );
  await app.deps.db.client.execute(
    "insert into tickets (series, number, is_void, date, at) values (1, 1, 1, '2026-05-01', 0), (1, 2, 1, '2026-06-01', 0)",
  );
  const boss = await findUserByUsername(app.deps.db.orm, 'boss');
  const { token } = await openSession(app, { userId: boss?.id ?? '' });
  cookie = `dockside_session=${token}`;
  server = Bun.serve({ port: 0, fetch: (request) => app.handle(request) });
});
afterAll(async () => {
  await server.stop(true);
  await app.close();
});

/** Downloads a file over a real connection. An interrupted one has no status or no text. */
async function download(path: string, reads: number) {
  readsLeft = reads;
  let status: number | null = null;
  try {
    // A client sends a request again if its answer breaks off on a reused connection.
    const answer = await fetch(new URL(path, server.url), {
      headers: { cookie },
      keepalive: false,
    });
    status = answer.status;
    return { status, text: await answer.text() };
  } catch {
    return { status, text: null };
  } finally {
    readsLeft = Number.POSITIVE_INFINITY;
  }
}

for (const path of FILES) {
  test(`${path} is complete, refused, or cut off, whichever read fails`, async () => {
    const whole = await download(path, Number.POSITIVE_INFINITY);
    expect(whole.status).toBe(200);
    const lines = whole.text?.split('\r\n').length;

    const outcomes = new Set<string>();
    for (const reads of [0, 1, 2, 3, 4, Number.POSITIVE_INFINITY]) {
      errors.length = 0;
      const { status, text } = await download(path, reads);
      const isCut = text === null;
      if (isCut) expect(errors).toContain('a CSV download was cut off');
      else if (status === 200) {
        // The audit log has one more entry after each export.
        expect(text.split('\r\n').length).toBeGreaterThanOrEqual(Number(lines));
      } else expect([reads, status]).toEqual([reads, 500]);
      outcomes.add(isCut ? 'cut off' : status === 200 ? 'whole' : 'refused');
    }
    expect([...outcomes]).toEqual(
      MADE_IN_MEMORY.includes(path) ? ['refused', 'whole'] : ['refused', 'cut off', 'whole'],
    );
  });
}
