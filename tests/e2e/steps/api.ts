/** Calls `/api` in addition to the screens. */
import type { APIRequestContext, APIResponse } from 'playwright/test';
import { checkAgainstDocument } from '../../support/api-document';

type Options = Parameters<APIRequestContext['fetch']>[1];

/** Sends one call with the cookies of `request`, and checks its answer against the document. */
export async function callApi(
  request: APIRequestContext,
  method: 'GET' | 'POST',
  address: string,
  options?: Options,
): Promise<APIResponse> {
  const answer = await request.fetch(address, { ...options, method });
  const body = await answer.body();
  await checkAgainstDocument(
    new Request(answer.url(), { method }),
    new Response(body.length > 0 ? new Uint8Array(body) : null, {
      status: answer.status(),
      // Each cookie has its own header line.
      headers: answer.headersArray().map(({ name, value }): [string, string] => [name, value]),
    }),
  );
  return answer;
}
