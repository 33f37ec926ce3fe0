import type { UserActor } from '@/domain/roles';

/** Reading the bodies of requests: how much, for how long. */

/** The longest body of a call without photos. */
export const ORDINARY_BODY = 256 * 1024;
/** The longest of any call. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** How long a body may take, in ms, and the bytes that earn it another second. */
export type Patience = { withinMs: number; bytesPerSecond: number };

/** A photo over a weak signal takes minutes; a body that only trickles in holds a place for nothing. */
const PATIENCE: Patience = { withinMs: 30_000, bytesPerSecond: 16 * 1024 };

/** Whether a request announces a body. */
export function announcesBody({ headers }: Request): boolean {
  return (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');
}

/** Why a body wasn't read. */
export type Unread = 'too_large' | 'too_slow';

/**
 * The body of a request, or why it wasn't read: it's longer than its caller may send, it came too slowly,
 * or its connection broke. One of unknown length is read no further than allowed.
 *
 * @param mayBeLonger asked once, and only for a body that is longer than ordinary ones: the most bytes
 */
export async function readBody(
  request: Request,
  mayBeLonger: () => Promise<number>,
  patience = PATIENCE,
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  const header = request.headers.get('content-length');
  const announced = header === null ? null : Number(header);
  // Asked for its stream first, Bun would read it more slowly.
  if (announced !== null && announced <= ORDINARY_BODY) {
    return inPatience(request.bytes(), patience.withinMs);
  }
  if (request.body === null) return new Uint8Array();
  const most = announced === null ? null : await mayBeLonger();
  if (most !== null && announced !== null && announced > most) return 'too_large';
  return readParts(request.body, { most, mayBeLonger, patience });
}

async function readParts(
  body: ReadableStream<Uint8Array>,
  how: { most: number | null; mayBeLonger: () => Promise<number>; patience: Patience },
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  const { withinMs, bytesPerSecond } = how.patience;
  const started = performance.now();
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let { most } = how;
  let size = 0;
  for (;;) {
    const until = started + withinMs + (size / bytesPerSecond) * 1000;
    const part = await inPatience(reader.read(), until - performance.now());
    if (part === 'too_slow') return part;
    if (part.done) return Buffer.concat(parts);
    parts.push(part.value);
    size += part.value.byteLength;
    if (size <= ORDINARY_BODY) continue;
    most ??= await how.mayBeLonger();
    if (size > most) return 'too_large';
  }
}

/** What is read, unless it takes longer or its connection breaks. */
async function inPatience<T>(reading: Promise<T>, ms: number): Promise<T | 'too_slow'> {
  const late = Promise.withResolvers<'too_slow'>();
  const timer = setTimeout(() => late.resolve('too_slow'), Math.max(0, ms));
  try {
    return await Promise.race([reading, late.promise]);
  } catch {
    return 'too_slow';
  } finally {
    clearTimeout(timer);
  }
}

/** A long body fills up to ten megabytes of memory while it arrives and is worked on. */
const MOST = { ofAccount: 2, ofCustomers: 8, ofCrew: 8 };

/** The places of long bodies. Customers and crew have their own, so that neither keeps out the other. */
export class LongBodies {
  readonly #here: { userId: string; isCrew: boolean }[] = [];

  /** Takes a place for a body of this account and gives what frees it; null while none is free. */
  take({ userId, role }: UserActor): (() => void) | null {
    const isCrew = role !== 'customer';
    const ofAccount = this.#here.filter((one) => one.userId === userId).length;
    const ofGroup = this.#here.filter((one) => one.isCrew === isCrew).length;
    const most = isCrew ? MOST.ofCrew : MOST.ofCustomers;
    if (ofAccount >= MOST.ofAccount || ofGroup >= most) return null;
    const place = { userId, isCrew };
    this.#here.push(place);
    return () => {
      const at = this.#here.indexOf(place);
      if (at >= 0) this.#here.splice(at, 1);
    };
  }
}
