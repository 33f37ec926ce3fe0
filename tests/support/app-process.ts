/**
 * Runs a test's product in a separate process, so that a call that never ends fails the test
 * instead of blocking it. Prints one line of JSON when it listens.
 */
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { admin, book, customer, driver, readyToDeliver } from './actors';
import { startTestApp, TODAY, TOMORROW } from './app';

/** The data for the parent: who may call, and the things to call about. */
export type AppProcess = {
  url: string;
  cookies: Record<'boss' | 'sam' | 'dana' | 'visitor', string>;
  ids: {
    /** A customer's pending appointment. */
    pending: string;
    /** One of today's appointments, assigned to the driver. */
    scheduled: string;
    cancelled: string;
    driverId: number;
    otherDriverId: number;
    truckId: number;
  };
};

if (import.meta.main) {
  const app = await startTestApp({ capacity: 5_000 });
  const sam = await customer(app, { username: 'sam' });
  const staff = await admin(app);
  const dana = await driver(app);
  const eve = await driver(app);
  const pending = await book(sam);
  const scheduled = await book(sam, { date: TODAY });
  await readyToDeliver(staff, scheduled, dana.driverId);
  const truck = await staff.trpc.admin.saveTruck.mutate({ name: 'Truck 1', meterSerial: '' });
  const cancelled = await book(sam, { date: TOMORROW });
  await sam.trpc.booking.cancel.mutate({ id: cancelled });

  const cookieOf = async (username: string) => {
    const user = await findUserByUsername(app.deps.db.orm, username);
    const { token } = await openSession(app, { userId: user?.id ?? '' });
    return `dockside_session=${token}`;
  };
  const { rows } = await app.deps.db.client.execute({
    sql: 'select username from users where driver_id = ?',
    args: [dana.driverId],
  });
  const server = Bun.serve({
    port: 0,
    development: false,
    async fetch(request) {
      if (new URL(request.url).pathname === '/memory') {
        Bun.gc(true);
        return Response.json(process.memoryUsage.rss());
      }
      const before = process.cpuUsage();
      const answer = await app.handle(request);
      const { user, system } = process.cpuUsage(before);
      answer.headers.set('x-cpu-ms', String((user + system) / 1000));
      return answer;
    },
  });
  const told: AppProcess = {
    url: server.url.href,
    cookies: {
      boss: await cookieOf('boss'),
      sam: await cookieOf('sam'),
      dana: await cookieOf(String(rows[0]?.username)),
      visitor: '',
    },
    ids: {
      pending,
      scheduled,
      cancelled,
      driverId: dana.driverId,
      otherDriverId: eve.driverId,
      truckId: truck.id,
    },
  };
  console.log(JSON.stringify(told));
}

/** Starts the process with a test's product, and waits until it listens. */
export async function startAppProcess(): Promise<AppProcess & { stop(): Promise<unknown> }> {
  const child = Bun.spawn([process.execPath, import.meta.path], { stdout: 'pipe' });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = '';
  while (!printed.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the process ended: ${printed}`);
    printed += value;
  }
  return {
    ...(JSON.parse(printed) as AppProcess),
    stop: () => {
      child.kill('SIGKILL');
      return child.exited;
    },
  };
}
