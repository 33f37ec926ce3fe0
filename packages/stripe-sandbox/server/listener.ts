import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionLost } from './faults';
import type { StripeSandbox } from './sandbox';

export interface SandboxListener {
  /** The value for STRIPE_API_BASE, such as `http://127.0.0.1:12111`. */
  url: string;
  port: number;
  /** Closes the port and all connections. The sandbox itself stays open. */
  stop(): Promise<void>;
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body =
    method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await bodyOf(incoming));
  return new Request(`http://sandbox${incoming.url ?? '/'}`, { method, headers, body, signal });
}

async function send(answer: Response, outgoing: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  const reader = answer.body?.getReader();
  const chunks: Uint8Array[] = [];
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      chunks.push(part.value);
  } catch {
    // Cuts the body off: announces its full length, sends the first half, and closes the socket.
    const half = Buffer.concat(chunks);
    outgoing.writeHead(answer.status, { ...headers, 'content-length': String(half.length * 2) });
    outgoing.write(half, () => outgoing.socket?.destroy());
    return;
  }
  const body = Buffer.concat(chunks);
  outgoing.writeHead(answer.status, { ...headers, 'content-length': String(body.length) });
  outgoing.end(body);
}

/**
 * Serves a sandbox on a local port, or on a free one for port 0. Uses Node's server because a lost
 * reply must close the socket, but Bun.serve always answers.
 */
export async function listenSandbox(
  sandbox: StripeSandbox,
  options: { port: number; hostname?: string; log?: (line: string) => void },
): Promise<SandboxListener> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort(new ConnectionLost()));
    toRequest(incoming, gone.signal)
      .then((request) => sandbox.fetch(request))
      .then((answer) => send(answer, outgoing))
      .catch((error: unknown) => {
        if (!(error instanceof ConnectionLost)) options.log?.(`listener: ${String(error)}`);
        outgoing.socket?.destroy();
      });
  });
  const hostname = options.hostname ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, hostname, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${port}`,
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
