import { type AnyOperation, accessOf } from '../table';

/** What each refusal means, in the document. */
export const ERROR_WORDS = {
  400: 'Something in the call is not valid. The field names it.',
  401: 'There is no sign-in, or the API key is not valid.',
  402: 'The card was refused.',
  403: 'The caller is not allowed to do this.',
  404: 'There is no such thing, or it belongs to another person.',
  408: 'The body took too long to arrive. Nothing was changed.',
  409: 'The state does not allow it, or something is taken already.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  429: 'There were too many calls; Retry-After says when to try again.',
  500: 'Something went wrong on our side.',
  503: 'An outside service or the database did not answer. Try again; Retry-After may say when.',
} as const;

export type ErrorStatus = keyof typeof ERROR_WORDS;

/** Every status with which an operation can refuse: its own, and those that follow from its form. */
export function errorStatuses(operation: AnyOperation): ErrorStatus[] {
  const { method, path, keys, needs, errors = [] } = operation;
  const isWrite = method !== 'GET';
  const isForSome = accessOf(operation).some((access) => access !== 'anyone');
  const takesInput = isWrite || path.includes('{') || operation.query !== undefined;
  const statuses: Record<ErrorStatus, boolean> = {
    400: takesInput,
    401: true,
    402: false,
    403: isWrite || isForSome || keys === 'none' || needs !== undefined,
    404: false,
    408: isWrite,
    409: false,
    413: isWrite,
    415: isWrite,
    429: isWrite,
    500: true,
    503: true,
  };
  for (const status of errors) statuses[status] = true;
  return (Object.keys(statuses).map(Number) as ErrorStatus[]).filter((status) => statuses[status]);
}
