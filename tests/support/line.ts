/**
 * A proxy in front of a server, with connections that tests can cut, silence, and delay. Runs under Bun and
 * Node.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port';

export type Line = {
  /** The server's address through this proxy. */
  url: string;
  /** Sets the round-trip time from now on, in ms. */
  setTrip(ms: number): void;
  /** Breaks every connection and accepts no new ones. */
  cut(): Promise<void>;
  /** Keeps connections open and accepts new ones, but transfers no more bytes. */
  silence(): void;
  /** Makes new connections work again. Silenced ones stay silent, and neither end is notified. */
  mend(): Promise<void>;
};

/** A connection to the proxy, and its other half to the server. */
type Connection = { near: Socket; far: Socket | null; isSilent: boolean };

/**
 * Forwards connections to `target` from a separate port. `tripMs` is the round-trip time. A
 * browser's own offline mode isn't enough, because it's briefly off when a page closes.
 */
export async function layLine(target: string, { tripMs = 0 } = {}): Promise<Line> {
  const { hostname, port } = new URL(target);
  const connections = new Set<Connection>();
  let halfMs = tripMs / 2;
  let isSilent = false;
  let server: Server | null = null;
  const ownPort = await freePort();

  const join = (near: Socket) => {
    const far = isSilent ? null : connect(Number(port), hostname);
    const connection = { near, far, isSilent };
    connections.add(connection);
    near.on('error', () => near.destroy());
    near.on('close', () => {
      connections.delete(connection);
      far?.destroy();
    });
    if (!far) return;
    far.on('error', () => far.destroy());
    far.on('close', () => connection.isSilent || near.destroy());
    pass(near, far, connection);
    pass(far, near, connection);
  };

  /** Keeps the order of the bytes and of the end, even if the delay becomes shorter in between. */
  function pass(from: Socket, to: Socket, connection: Connection): void {
    const underWay: (() => void)[] = [];
    const send = (step: () => void) => {
      underWay.push(step);
      const arrive = () => {
        const next = underWay.shift();
        if (!connection.isSilent) next?.();
      };
      if (halfMs === 0 && underWay.length === 1) arrive();
      else setTimeout(arrive, halfMs);
    };
    from.on('data', (bytes) => send(() => to.write(bytes)));
    from.on('end', () => send(() => to.end()));
  }

  const mend = async () => {
    isSilent = false;
    if (server?.listening) return;
    const listening = createServer(join);
    server = listening;
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject);
      listening.listen(ownPort, '127.0.0.1', resolve);
    });
  };
  await mend();
  return {
    url: `http://localhost:${ownPort}`,
    mend,
    setTrip(ms) {
      halfMs = ms / 2;
    },
    silence() {
      isSilent = true;
      for (const connection of connections) connection.isSilent = true;
    },
    async cut() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const { near, far } of connections) {
        near.destroy();
        far?.destroy();
      }
      await closed;
    },
  };
}
