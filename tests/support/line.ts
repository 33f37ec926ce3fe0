/** The line between a browser and the product, which a test can cut. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Line = {
  /** Where the product is reached over this line. */
  url: string;
  /** Every connection breaks, and no new one is taken. */
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/**
 * Passes connections on to `target` from a port of its own. A browser's own switch for being offline
 * is not enough: it is off again for a moment when a page closes.
 */
export async function layLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let server: Server | null = null;
  let ownPort = 0;

  const join = (near: Socket) => {
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
    near.pipe(far).pipe(near);
  };
  const mend = async () => {
    const listening = createServer(join);
    server = listening;
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject);
      listening.listen(ownPort, '127.0.0.1', resolve);
    });
    ownPort = (listening.address() as { port: number }).port;
  };
  await mend();
  return {
    url: `http://localhost:${ownPort}`,
    mend,
    async cut() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
