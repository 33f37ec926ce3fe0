/** A proxy in front of the product that causes faults in calls. Runs under Bun and Node. */
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { freePort } from './free-port';

/** The possible faults of a call between the device and the server. */
export const CALL_FAULTS = [
  'request lost',
  'answer lost',
  'answer cut short',
  'server fails at it',
  'server did it and fails to say so',
  'page of a proxy',
  'told to wait',
  'session not known',
  'slow line',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

const SLOW_MS = 400;
const JSON_TYPE = { 'content-type': 'application/json' };

export type FaultyLine = { url: string; close(): void };

/**
 * Forwards calls to `target`. `faultOf` returns the fault for a change from the device, or null for
 * none. Reads, pages, and their files are forwarded unchanged.
 */
export async function layFaultyLine(
  target: string,
  faultOf: () => CallFault | null,
): Promise<FaultyLine> {
  const server = createServer(async (request, response) => {
    const isDeviceAction =
      request.method === 'POST' && request.url?.startsWith('/api/trpc/driver.');
    const fault = isDeviceAction ? faultOf() : null;
    const body = await bodyOf(request);
    const hangUp = () => request.socket.destroy();
    if (fault === 'request lost') return hangUp();
    if (fault === 'server fails at it') return refuse(response, 500, 'internal', 'It broke.');
    if (fault === 'told to wait') {
      response.setHeader('retry-after', '1');
      return refuse(response, 429, 'rate_limited', 'Please wait.');
    }
    if (fault === 'session not known') {
      return refuse(response, 401, 'unauthenticated', 'Please sign in.');
    }
    if (fault === 'slow line') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    passOn(target, request, body, (answer, failed) => {
      if (!answer || failed || fault === 'answer lost') return hangUp();
      if (fault === null || fault === 'slow line') {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once('error', hangUp);
        return;
      }
      void bodyOf(answer).then((whole) => {
        if (fault === 'answer cut short') {
          const headers: OutgoingHttpHeaders = { ...JSON_TYPE, 'content-length': whole.length };
          response.writeHead(200, headers);
          response.write(whole.subarray(0, whole.length / 2), hangUp);
        } else if (fault === 'page of a proxy') {
          response.writeHead(502, { 'content-type': 'text/html' });
          response.end('<h1>Bad gateway</h1>');
        } else refuse(response, 500, 'internal', 'It broke afterwards.');
      });
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  done: (answer: IncomingMessage | null, failed: boolean) => void,
): void {
  const { hostname, port } = new URL(target);
  const onward = ask({ hostname, port, method, path: url, headers });
  onward.once('response', (answer) => done(answer, false));
  // The server is down, or stops in the middle of a response.
  onward.once('error', () => done(null, true));
  onward.end(body);
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of stream) pieces.push(piece as Buffer);
  } catch {
    // The other end closed the connection.
  }
  return Buffer.concat(pieces);
}

/** Creates a refusal in the product's format. */
function refuse(response: ServerResponse, httpStatus: number, reason: string, message: string) {
  const json = { message, code: -32603, data: { httpStatus, reason } };
  response.writeHead(httpStatus, JSON_TYPE);
  response.end(JSON.stringify({ error: { json } }));
}
