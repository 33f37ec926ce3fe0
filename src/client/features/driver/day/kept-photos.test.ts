import { expect, test } from 'bun:test';
import { photoAt } from './kept-photos';

const PHOTO = '/api/photos/p';
const answers = () => Promise.resolve(new Response('the filler'));
const withoutSignal = () => Promise.reject(new TypeError('no signal'));

/** A browser's photo store, with or without room. */
function browserStore(hasRoom: boolean) {
  const stored = new Map<unknown, Response>();
  return {
    match: async (address: unknown) => stored.get(address)?.clone(),
    put: async (address: unknown, answer: Response) => {
      if (!hasRoom) throw new DOMException('no room', 'QuotaExceededError');
      stored.set(address, answer);
    },
  };
}

test('a photo that was loaded once shows without signal', async () => {
  const store = browserStore(true);
  await photoAt(PHOTO, store, answers);
  expect(await (await photoAt(PHOTO, store, withoutSignal))?.text()).toBe('the filler');
});

test("a browser that can't store photos shows them only with signal", async () => {
  for (const store of [null, browserStore(false)]) {
    expect(await (await photoAt(PHOTO, store, answers))?.text()).toBe('the filler');
    await expect(photoAt(PHOTO, store, withoutSignal)).rejects.toThrow('no signal');
  }
});
