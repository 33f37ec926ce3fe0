import { type Context, find } from './context';
import { badParameter } from './errors';
import type { Input } from './params';
import type { Kind, ListQuery, StoredKinds } from './store';

/** The parameters of every list endpoint. */
export const PAGE = {
  limit: 'integer',
  starting_after: 'string',
  ending_before: 'string',
} as const;
type Page = Input<typeof PAGE>;

export interface ListAnswer<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/**
 * Returns a page of a kind, newest first. `url` is the list's path, which Stripe includes in the
 * answer.
 */
export function listPage<K extends Kind>(
  context: Context,
  kind: K,
  url: string,
  page: Page,
  query: Omit<ListQuery, 'limit'>,
): ListAnswer<StoredKinds[K]> {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw badParameter(
      limit < 1
        ? 'This value must be greater than or equal to 1.'
        : `This value must be less than or equal to 100 (it currently is '${limit}').`,
      'limit',
      'parameter_invalid_integer',
    );
  if (page.starting_after && page.ending_before)
    throw badParameter(
      'You may only specify one of these parameters: ending_before, starting_after.',
      'ending_before',
    );
  if (page.starting_after) find(context, kind, page.starting_after, 'starting_after');
  if (page.ending_before) find(context, kind, page.ending_before, 'ending_before');
  const { data, hasMore } = context.store.list(kind, {
    ...query,
    limit,
    startingAfter: page.starting_after,
    endingBefore: page.ending_before,
  });
  return { object: 'list', url, has_more: hasMore, data };
}
