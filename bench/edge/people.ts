/** The people of the bench. Each has their own browser and address. */
import type { Client } from '@libsql/client';
import { customer } from '../../tests/support/actors';
import { Visitor } from '../../tests/support/visitor';
import { CALL_HEADER } from './tags';

const DRIVER_PASSWORD = 'driver-password';

export type Where = {
  origin: string;
  /** Sends a request to the product. */
  send(request: Request): Promise<Response>;
  /** Stripe, as reached by a browser. */
  sandbox: ConstructorParameters<typeof Visitor>[1];
  /** Direct access to the database, without the latency. */
  client: Client;
  admin: { username: string; password: string };
  /** The product's clock (ms). */
  now(): number;
};

/** Creates people, and counts the requests of those who are measured. */
export async function bringPeople({ origin, send, sandbox, client, admin, now }: Where) {
  /** The tag of all requests while a call is measured, and how many there were. */
  const measured = { tag: null as string | null, requests: 0 };
  let count = 0;
  let drivers = 0;

  function visitor(): Visitor {
    count += 1;
    const address = `203.0.${count >> 8}.${count & 255}`;
    const handle = (request: Request) => {
      request.headers.set('x-forwarded-for', address);
      if (measured.tag) {
        measured.requests += 1;
        request.headers.set(CALL_HEADER, measured.tag);
      }
      return send(request);
    };
    return new Visitor(handle, sandbox, origin);
  }

  /**
   * Signs in and makes one call, because a session's first call in a process looks the session up.
   */
  async function met(own: Visitor, signIn: { username: string; password: string }) {
    await own.trpc.auth.login.mutate(signIn);
    await own.trpc.auth.me.query();
    return own;
  }
  /**
   * Another admin for dangerous calls. An account keeps only 50 sessions, and the bench starts
   * more, so the admin of `staff` isn't used.
   */
  let boss = admin;
  /** An admin who has just signed in, which dangerous calls require. */
  const freshStaff = () => met(visitor(), boss);
  const freshCustomer = (over: Record<string, string> = {}) =>
    customer({ visitor, deps: { db: { client } } }, over);

  const staff = await freshStaff();
  async function newDriver() {
    drivers += 1;
    const signIn = { username: `driver-${drivers}`, password: DRIVER_PASSWORD };
    // Signs in again, because the last sign-in may be too old for a dangerous call.
    const fresh = await freshStaff();
    const { id } = await fresh.trpc.admin.addDriver.mutate({ ...signIn, name: 'Dana Rivers' });
    return { visitor: await met(visitor(), signIn), driverId: id, signIn };
  }

  /** An admin whose password and other sessions aren't used by other calls. */
  async function otherAdmin() {
    const { visitor: other, driverId, signIn } = await newDriver();
    await client.execute({
      sql: "update users set role = 'admin', driver_id = null where driver_id = ?",
      args: [driverId],
    });
    await other.trpc.auth.me.query();
    return { visitor: other, password: DRIVER_PASSWORD, signIn };
  }
  boss = (await otherAdmin()).signIn;

  return {
    measured,
    now,
    sandbox,
    visitor,
    admin,
    staff,
    freshStaff,
    freshCustomer,
    newDriver,
    otherAdmin,
    kim: await freshCustomer(),
    dana: await newDriver(),
  };
}
