/** Checks every answer of /api against the document at /api/openapi.json. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { isCalendarDate } from '@/domain/dates';
import { openApiDocument } from '@/server/rest/openapi/document';

/** The document doesn't describe tRPC or itself. */
const UNDESCRIBED = /^\/api\/(trpc\/|openapi\.json$|docs$)/;
/** The router's refusals: an unknown path, and a wrong method for a path. */
const NO_SUCH_CALL = [404, 405];

export const apiDocument = openApiDocument({ sessionCookie: 'dockside_session' });

const ajv = new Ajv2020({ allowUnionTypes: true, strictSchema: false, allErrors: true });
ajv.addFormat('date', isCalendarDate);
ajv.addFormat('date-time', (text) => new Date(text).toISOString() === text);
ajv.addSchema(apiDocument, 'document');

const paths = Object.keys(apiDocument.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));

const validators = new Map<string, ValidateFunction>();

function validatorOf(...pointer: string[]): ValidateFunction {
  const steps = pointer.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  const $ref = `document#/${steps.map(encodeURIComponent).join('/')}`;
  let validate = validators.get($ref);
  if (!validate) {
    validate = ajv.compile({ $ref });
    validators.set($ref, validate);
  }
  return validate;
}

/** @throws Error if the document doesn't describe the answer's status, media type, or content */
export async function checkAgainstDocument(request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/api/') || UNDESCRIBED.test(pathname)) return;
  const call = `${request.method} ${pathname} → ${answer.status}`;
  const path = paths.find(({ pattern }) => pattern.test(pathname))?.path ?? '';
  // HEAD is answered like GET.
  const method = request.method.toLowerCase().replace('head', 'get');
  const responses = apiDocument.paths[path]?.[method]?.responses;
  if (!responses) {
    if (!NO_SUCH_CALL.includes(answer.status))
      throw new Error(`${call}: no operation is described`);
    return expectValid(call, validatorOf('components', 'schemas', 'Error'), await textOf(answer));
  }
  const described = responses[answer.status];
  if (!described)
    throw new Error(`${call}: the document lacks that status. ${await textOf(answer)}`);
  const type = answer.headers.get('content-type')?.split(';')[0];
  const [describedType] = Object.keys(described.content ?? {});
  if (type !== describedType && answer.body !== null) {
    throw new Error(`${call}: the document says ${describedType}, the answer is ${type}`);
  }
  if (type !== 'application/json' || describedType !== type) return;
  const at = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema'];
  expectValid(call, validatorOf(...at), await textOf(answer));
}

/** Fetches from a running product, and also checks the answer against the document. */
export async function fetchApi(url: string | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  const answer = await fetch(request);
  await checkAgainstDocument(request, answer);
  return answer;
}

const textOf = (answer: Response) => answer.clone().text();

function expectValid(call: string, validate: ValidateFunction, text: string): void {
  if (validate(JSON.parse(text))) return;
  const errors = ajv.errorsText(validate.errors, { separator: '\n  ' });
  throw new Error(`${call}: the document says otherwise:\n  ${errors}\n  ${text.slice(0, 500)}`);
}
