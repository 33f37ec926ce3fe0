import { expect, test } from 'bun:test';
import { gatherNews } from './gather-news';

/** Records fetches and their topics. The test answers them. */
function slowFetches() {
  const requests: string[][] = [];
  const answers: (() => void)[] = [];
  let heardOne = Promise.withResolvers<void>();
  const fetchAgain = (topics: string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    requests.push(topics);
    answers.push(resolve);
    heardOne.resolve();
    heardOne = Promise.withResolvers();
    return promise;
  };
  return { requests, answers, fetchAgain, nextRequest: () => heardOne.promise };
}

test('changes in a row wait for the pending answer, and share the next request', async () => {
  const { requests, answers, fetchAgain, nextRequest } = slowFetches();
  const hear = gatherNews(fetchAgain, 0);
  const first = nextRequest();
  hear(['staff']);
  await first;
  hear(['staff']);
  await new Promise((resolve) => setTimeout(resolve, 0));
  hear(['slots', 'staff']);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(requests).toEqual([['staff']]);

  const second = nextRequest();
  answers[0]?.();
  await second;
  expect(requests).toEqual([['staff'], ['staff', 'slots']]);
});

test('changes without topics don’t fetch anything', async () => {
  const { requests, fetchAgain } = slowFetches();
  const hear = gatherNews(fetchAgain, 0);
  hear([]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(requests).toEqual([]);
});
