import { expect, test } from 'bun:test';
import { withinLimit } from './safety';

/** A request whose body is on its way, and announces its length. */
function sending(length: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = new Request('http://dockside.test/', {
    method: 'POST',
    headers: { 'content-length': String(length) },
    body: readable,
  });
  return { request, writer };
}

test('a long body is waited for, so that the time for the answer begins once it is here', async () => {
  const half = new Uint8Array(50_000);
  const { request, writer } = sending(100_000);
  let isHere = false;
  const whole = withinLimit(request, 200_000).then((read) => {
    isHere = true;
    return read;
  });
  await writer.write(half);
  expect(isHere).toBe(false);
  await writer.write(half);
  await writer.close();
  expect((await (await whole)?.arrayBuffer())?.byteLength).toBe(100_000);
});

test('a body that announces or sends more than the limit is refused', async () => {
  expect(await withinLimit(sending(300).request, 200)).toBeNull();
  const { request, writer } = sending(100_000);
  const read = withinLimit(request, 150_000);
  writer.write(new Uint8Array(200_000)).catch(() => {});
  expect(await read).toBeNull();
});
