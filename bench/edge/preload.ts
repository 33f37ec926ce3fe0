/**
 * Loaded before the product, so that the product needs no code for the bench. Adds the request's
 * tag to each round trip of the database client. A round trip without a tag comes from a job.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CALL_HEADER, TRIP_HEADER } from './tags';

const tags = new AsyncLocalStorage<string | null>();
const database = process.env.DATABASE_URL ?? '';

const serve = Bun.serve.bind(Bun) as (options: Served) => unknown;
type Served = { fetch(this: unknown, request: Request, server: unknown): unknown };

Bun.serve = ((options: Served) =>
  serve({
    ...options,
    fetch(request, server) {
      const tag = request.headers.get(CALL_HEADER);
      return tags.run(tag, () => options.fetch.call(this, request, server));
    },
  })) as typeof Bun.serve;

const plainFetch = globalThis.fetch;

globalThis.fetch = ((input: Request | string | URL, init?: RequestInit) => {
  const tag = tags.getStore();
  const isTrip = input instanceof Request && input.url.startsWith(database);
  if (tag && isTrip) input.headers.set(TRIP_HEADER, tag);
  return plainFetch(input, init);
}) as typeof fetch;
