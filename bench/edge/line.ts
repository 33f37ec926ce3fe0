/** A connection to a libSQL server with adjustable latency that records every round trip. */

import { sumOf, typeOf } from '../../tests/support/counting-line';
import { layLine } from '../../tests/support/line';
import { TRIP_HEADER } from './tags';

/** A database request and its answer, in performance.now() time. */
export type Trip = {
  /** The call it belongs to, or null for a job. */
  tag: string | null;
  begunAt: number;
  /** Infinity until the request is answered. */
  endedAt: number;
  rowsRead: number;
  rowsWritten: number;
};

export type NotingLine = {
  /** The server's address through this connection. */
  url: string;
  /** All round trips so far, in starting order. */
  trips: readonly Trip[];
  /** Sets the latency of a round trip from now on, in ms. */
  setTrip(ms: number): void;
  /** Resolves after `ms` without a round trip. With a tag, only round trips of that call count. */
  quiet(ms: number, tag?: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens a connection to an HTTP database (`target`) and records the rows read and written by each round trip. */
export async function layNotingLine(target: string): Promise<NotingLine> {
  const trips: Trip[] = [];
  const line = await layLine(target);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const trip: Trip = {
        tag: request.headers.get(TRIP_HEADER),
        begunAt: performance.now(),
        endedAt: Number.POSITIVE_INFINITY,
        rowsRead: 0,
        rowsWritten: 0,
      };
      trips.push(trip);
      const { method, url, headers } = request;
      const body = await request.arrayBuffer();
      headers.delete(TRIP_HEADER);
      const address = `${line.url}${new URL(url).pathname}`;
      const answer = await fetch(address, { method, headers, body: body.byteLength ? body : null });
      const text = await answer.text();
      trip.rowsRead = sumOf(text, 'rows_read');
      trip.rowsWritten = sumOf(text, 'rows_written');
      trip.endedAt = performance.now();
      return new Response(text, { status: answer.status, headers: typeOf(answer) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    trips,
    setTrip: line.setTrip,
    async quiet(ms, tag) {
      const isSilent = () =>
        trips.every((trip) => {
          if (tag !== undefined && trip.tag !== tag) return true;
          return trip.endedAt + ms <= performance.now();
        });
      while (!isSilent()) await Bun.sleep(5);
    },
    async close() {
      await server.stop(true);
      await line.cut();
    },
  };
}
