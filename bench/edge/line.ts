/** A line to a libSQL server, as long as the bench wants it, which notes every trip over it. */

import { sumOf, typeOf } from '../../tests/support/counting-line';
import { layLine } from '../../tests/support/line';
import { TRIP_HEADER } from './tags';

/** One request to the database and its answer, by performance.now(). */
export type Trip = {
  /** The call that it was made for; null for a job. */
  tag: string | null;
  begunAt: number;
  /** Infinity while it is under way. */
  endedAt: number;
  rowsRead: number;
  rowsWritten: number;
};

export type NotingLine = {
  /** Where the server is reached over this line. */
  url: string;
  /** All trips so far, as they began. */
  trips: readonly Trip[];
  /** How long the way there and back takes from now on, in ms. */
  setTrip(ms: number): void;
  /** Resolves once no trip was under way for `ms`; with a tag, none of that call. */
  quiet(ms: number, tag?: string): Promise<void>;
  close(): Promise<void>;
};

/** Lays a line to a database over HTTP (`target`) that notes each trip with its rows read and written. */
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
