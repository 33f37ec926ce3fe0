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
/** The most calls in one tRPC batch; a page makes a handful. */
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
 * Everything behind `/api`: the procedures, the REST paths over them, and the few paths that are
 * neither. With the use cases and their schemas it is most of the program, so the app loads it
 * after it listens.
 */
export function createApi(deps: Deps) {
  const document = lazy(() =>
    openApiDocument({ sessionCookie: cookieNames(deps.settings.secureCookies).session }),
  );

  return {
    async trpc(incoming: IncomingRequest): Promise<Response> {
      const { pathname } = incoming.url;
      // tRPC would take a path that it can't decode for a failure of ours.
      if (!isDecodable(pathname)) {
        return refusalAnswer(400, { message: 'That input is not valid.', pathname });
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

    /** The REST paths, for callers other than our own pages. */
    rest(incoming: IncomingRequest): Promise<Response> {
      return createOutsideContext(deps, incoming).then(
        (context) => answerRest(incoming.request, incoming.url, context),
        // A key that is not valid; no session is used in its place.
        (error: unknown) => {
          const answer = failure(error);
          answer.headers.set('www-authenticate', 'Bearer');
          return answer;
        },
      );
    },

    /** How long the body of a request may be, and whose it is, before it is read. */
    async bodyLimit(incoming: IncomingRequest) {
      const { request, url } = incoming;
      const call = { method: request.method, pathname: url.pathname };
      return bodyLimit(call, await signedInAs(deps, incoming));
    },

    description: () => Response.json(document()),
    docs: () => apiDocsPage(document()),
  };
}
