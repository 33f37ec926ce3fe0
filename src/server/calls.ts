import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { DomainError } from '@/domain/errors';
import { createContext, createOutsideContext } from './context';
import type { Deps } from './deps';
import type { Call } from './gate';
import { apiDocsPage } from './pages/api-docs';
import { openApiDocument } from './rest/openapi';
import { calendarFeed, exported, photo, webhook } from './rest/raw';
import { createRest, retryAfterOf } from './rest/rest';
import { appRouter } from './trpc';
import type { Context } from './trpc/init';

const TRPC = '/api/trpc';
/** Calls in one tRPC batch; a page asks for a handful. */
const MAX_BATCH = 12;

/**
 * Everything behind `/api`: the procedures, the REST calls over them, and what is neither. With the
 * use cases and their schemas it is most of the program, so the app loads it after it listens.
 */
export function createCalls(deps: Deps) {
  const rest = createRest();
  const document = () => openApiDocument(deps.settings.appUrl);

  async function outsideContext(call: Call, headers: Headers): Promise<Context | Response> {
    try {
      return await createOutsideContext(deps, call.request, call, headers);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return Response.json(
        { message: error.message },
        { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      );
    }
  }

  return {
    trpc(call: Call): Promise<Response> {
      return fetchRequestHandler({
        endpoint: TRPC,
        req: call.request,
        router: appRouter,
        maxBatchSize: MAX_BATCH,
        createContext: ({ resHeaders }) => createContext(deps, call.request, call, resHeaders),
        responseMeta: ({ errors }) => ({ headers: retryAfterOf(errors) }),
      });
    },

    /** The calls of the specification, for whoever is no page of ours. */
    async outside(call: Call): Promise<Response> {
      const headers = new Headers();
      const context = await outsideContext(call, headers);
      if (context instanceof Response) return context;
      if (call.params.photoId) return photo(context, call.params.photoId);
      if (call.params.export) return exported(context, call.params.export, call.url);
      const answer = await rest(call.request, call.url, context);
      for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
      return answer;
    },

    webhook: ({ request }: Call) => webhook(deps, request),
    calendar: ({ params }: Call) => calendarFeed(deps, params.file ?? ''),
    description: () => Response.json(document()),
    docs: () => apiDocsPage(document()),
  };
}

export type Calls = ReturnType<typeof createCalls>;
