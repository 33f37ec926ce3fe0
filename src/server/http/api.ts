import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { PAGE_OF_PARAM } from '@/domain/account/page-person';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { cookieNames } from '@/server/modules/auth/cookies';
import { failure, retryAfterOf } from '@/server/rest/errors';
import { openApiDocument } from '@/server/rest/openapi/document';
import { answerRest } from '@/server/rest/rest';
import { appRouter } from '@/server/trpc';
import { toTransportError } from '@/server/trpc/init';
import { bodyLimit } from './body-limits';
import { createContext, createOutsideContext, signedInAs } from './context';
import { apiDocsPage } from './pages/api-docs';
import type { IncomingRequest } from './request-pipeline';
import { refusalAnswer } from './unavailable';

const TRPC = '/api/trpc';
/** Maximum number of calls in one tRPC batch. A page makes a handful. */
const MAX_BATCH = 12;

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * Everything behind `/api`: the procedures, the REST paths that use them, and a few other paths.
 * Most of the program is here, including use cases and schemas, so the app loads this code after it
 * starts to listen.
 */
export function createApi(deps: Deps) {
  const document = lazy(() =>
    openApiDocument({ sessionCookie: cookieNames(deps.settings.secureCookies).session }),
  );

  return {
    async trpc(incoming: IncomingRequest): Promise<Response> {
      const { pathname } = incoming.url;
      // tRPC would report a path that it can't decode as an internal error.
      if (!isDecodable(pathname)) {
        return refusalAnswer(400, { message: 'That input isn’t valid.', pathname });
      }
      return fetchRequestHandler({
        endpoint: TRPC,
        req: incoming.request,
        router: appRouter,
        maxBatchSize: MAX_BATCH,
        createContext: ({ info }) =>
          createContext(deps, incoming, info.connectionParams?.[PAGE_OF_PARAM]).catch((error) => {
            throw toTransportError(error);
          }),
        responseMeta: ({ errors }) => ({ headers: retryAfterOf(errors) }),
      });
    },

    /** Serves the REST paths, for callers other than our own pages. */
    rest(incoming: IncomingRequest): Promise<Response> {
      return createOutsideContext(deps, incoming).then(
        (context) => answerRest(incoming.request, incoming.url, context),
        // The key isn't valid. The call is refused, even if it also has a session.
        (error: unknown) => {
          const answer = failure(error);
          answer.headers.set('www-authenticate', 'Bearer');
          return answer;
        },
      );
    },

    /** Returns how long a request's body may be and who sends it, before the body is read. */
    async bodyLimit(incoming: IncomingRequest) {
      const { request, url } = incoming;
      const call = { method: request.method, pathname: url.pathname };
      return bodyLimit(call, await signedInAs(deps, incoming));
    },

    description: () => Response.json(document()),
    docs: () => apiDocsPage(document()),
  };
}
