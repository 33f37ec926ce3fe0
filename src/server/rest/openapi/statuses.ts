import { type AnyOperation, accessOf } from '../table';

/** The document's explanation of each error status. */
export const ERROR_WORDS = {
  400: 'A value is missing or isn’t valid. The error names its field.',
  401: 'The caller isn’t signed in, or the API key isn’t valid.',
  402: 'The card was declined.',
  403: 'The caller isn’t allowed to do this.',
  404: 'It doesn’t exist, or it belongs to someone else.',
  408: 'The body took too long to arrive. Nothing was changed.',
  409: 'The current state doesn’t allow the call, or the value is already taken.',
  413: 'The body is too large.',
  415: 'The body isn’t application/json.',
  429: 'Too many calls. Wait the number of seconds in Retry-After, and try again.',
  500: 'Something went wrong on our side.',
  503: 'An outside service or the database didn’t answer. Try again. If Retry-After is sent, wait for that many seconds.',
} as const;

export type ErrorStatus = keyof typeof ERROR_WORDS;

/** All error statuses of an operation: its own, and those that follow from its method and input. */
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
