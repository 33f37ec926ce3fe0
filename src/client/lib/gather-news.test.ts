import { expect, test } from 'bun:test';
import { gatherNews } from './gather-news';

/** Fetches whose answers come by hand, and what each was asked for. */
function slowFetches() {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  let heardOne = Promise.withResolvers<void>();
  const fetchAgain = (topics: string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.push(topics);
    answers.push(resolve);
    heardOne.resolve();
    heardOne = Promise.withResolvers();
    return promise;
  };
  return { asked, answers, fetchAgain, nextAsked: () => heardOne.promise };
}

test('news in a row wait for the answer that is under way, and are asked for together', async () => {
  const { asked, answers, fetchAgain, nextAsked } = slowFetches();
  const hear = gatherNews(fetchAgain, 0);
  const first = nextAsked();
  hear(['staff']);
  await first;
  hear(['staff']);
  await new Promise((resolve) => setTimeout(resolve, 0));
  hear(['slots', 'staff']);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toEqual([['staff']]);

  const second = nextAsked();
  answers[0]?.();
  await second;
  expect(asked).toEqual([['staff'], ['staff', 'slots']]);
});

test('news that name nothing fetch nothing', async () => {
  const { asked, fetchAgain } = slowFetches();
  const hear = gatherNews(fetchAgain, 0);
  hear([]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toEqual([]);
});
