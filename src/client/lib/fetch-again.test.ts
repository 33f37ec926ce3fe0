import { expect, test } from 'bun:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { fetchAgain } from './fetch-again';

const KEY = [['admin', 'day']];

/** Shows a list whose calls the test answers. */
function shownList() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const calls: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const call = Promise.withResolvers<string>();
    calls.push(call);
    return call.promise;
  };
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn });
  const unsubscribe = observer.subscribe(() => {});
  return { queryClient, calls, shown: () => observer.getCurrentResult().data, unsubscribe };
}

test('a change that arrives before the first answer is shown', async () => {
  const { queryClient, calls, shown, unsubscribe } = shownList();
  const again = fetchAgain(queryClient, KEY);
  calls[0]?.resolve('as it was before the news');
  while (calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toBe('as it was before the news');
  calls[1]?.resolve('as it is');
  await again;
  expect(shown()).toBe('as it is');
  unsubscribe();
});

test('a change that arrives after an answer takes one call', async () => {
  const { queryClient, calls, shown, unsubscribe } = shownList();
  calls[0]?.resolve('as it was');
  while (shown() === undefined) await new Promise((resolve) => setImmediate(resolve));
  const again = fetchAgain(queryClient, KEY);
  calls[1]?.resolve('as it is');
  await again;
  expect([shown(), calls.length]).toEqual(['as it is', 2]);
  unsubscribe();
});
