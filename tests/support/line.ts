/** A line to a server, which a test can cut, silence and make long. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port';

export type Line = {
  /** Where the server is reached over this line. */
  url: string;
  /** Every connection breaks, and no new one is taken. */
  cut(): Promise<void>;
  /** Connections stay and new ones are taken, but no byte passes any more. */
  silence(): void;
  mend(): Promise<void>;
};

/**
 * Passes connections on to `target` from a port of its own; `tripMs` is how long the way there and
 * back takes. A browser's own switch for being offline is not enough: it is off again for a moment
 * when a page closes.
 */
export async function layLine(target: string, { tripMs = 0 } = {}): Promise<Line> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let server: Server | null = null;
  let isSilent = false;
  const ownPort = await freePort();

  const join = (near: Socket) => {
    if (isSilent) {
      open.add(near);
      near.on('error', () => near.destroy());
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    pass(near, far, tripMs / 2);
    pass(far, near, tripMs / 2);
  };
  const mend = async () => {
    if (isSilent) {
      isSilent = false;
      for (const socket of open) socket.destroy();
      return;
    }
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
    silence() {
      isSilent = true;
      for (const socket of open) {
        socket.unpipe();
        socket.removeAllListeners('data');
        socket.pause();
      }
    },
    async cut() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Timers of one length fire in order, so the bytes stay in order too. */
function pass(from: Socket, to: Socket, delayMs: number): void {
  if (delayMs === 0) {
    from.pipe(to);
    return;
  }
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
}
