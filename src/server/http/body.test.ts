import { expect, test } from 'bun:test';
import { LARGEST_BODY, ORDINARY_BODY, readBody } from './body';

const PATIENT = { withinMs: 60_000, bytesPerSecond: 1_000_000 };
const MOST = 2 * ORDINARY_BODY;
const mayBeLonger = async () => MOST;

/** A request with an unfinished body, and its announced length. */
function sending(length: number | null) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = new Request('http://dockside.test/', {
    method: 'POST',
    headers: length === null ? {} : { 'content-length': String(length) },
    body: readable,
  });
  return { request, writer };
}

test('the time limit for an answer starts once the body has arrived', async () => {
  for (const length of [100_000, ORDINARY_BODY + 100_000, null]) {
    const half = new Uint8Array((length ?? 100_000) / 2);
    const { request, writer } = sending(length);
    let isHere = false;
    const whole = readBody(request, mayBeLonger, PATIENT).then((read) => {
      isHere = true;
      return read;
    });
    await writer.write(half);
    expect(isHere).toBe(false);
    await writer.write(half);
    await writer.close();
    expect(await whole).toHaveLength(2 * half.byteLength);
  }
});

test('a body that announces or sends more than the limit is refused', async () => {
  expect(await readBody(sending(MOST + 1).request, mayBeLonger, PATIENT)).toBe('too_large');
  const { request, writer } = sending(null);
  const read = readBody(request, mayBeLonger, PATIENT);
  writer.write(new Uint8Array(MOST + 1)).catch(() => {});
  expect(await read).toBe('too_large');
});

test('permission for a long body is checked once, and only for a long one', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return LARGEST_BODY;
  };
  const read = (size: number, headers: Record<string, string> = {}) => {
    const body = new Uint8Array(size);
    return readBody(new Request('http://x/', { method: 'POST', body, headers }), ask, PATIENT);
  };
  expect(await read(ORDINARY_BODY)).toHaveLength(ORDINARY_BODY);
  expect(asked).toBe(0);
  expect(await read(MOST)).toHaveLength(MOST);
  expect(await read(MOST, { 'content-length': String(MOST) })).toHaveLength(MOST);
  expect(asked).toBe(2);
  expect(await readBody(new Request('http://x/', { method: 'POST' }), ask)).toHaveLength(0);
});

test("a body that trickles in is abandoned, and one that's fast enough isn't", async () => {
  for (const length of [100, MOST, null]) {
    const { request, writer } = sending(length);
    const read = readBody(request, mayBeLonger, { withinMs: 1, bytesPerSecond: 1_000_000 });
    writer.write(new Uint8Array(10)).catch(() => {});
    expect([length, await read]).toEqual([length, 'too_slow']);
  }
  const { request, writer } = sending(null);
  // The bytes received so far extend the limit to a minute.
  const read = readBody(request, mayBeLonger, { withinMs: 1_000, bytesPerSecond: 1 });
  await writer.write(new Uint8Array(60));
  await writer.close();
  expect(await read).toHaveLength(60);
});

test('a broken connection ends the wait', async () => {
  const { request, writer } = sending(MOST);
  const read = readBody(request, mayBeLonger, PATIENT);
  await writer.write(new Uint8Array(10));
  await writer.abort(new Error('gone'));
  expect(await read).toBe('too_slow');
});
