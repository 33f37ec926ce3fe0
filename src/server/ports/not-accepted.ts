/** The codes of failures before anything was sent: no connection, no such host, or no sign-in. */
const BEFORE_SENDING = [
  ...['ECONNREFUSED', 'ConnectionRefused', 'FailedToOpenSocket'],
  ...['EDNS', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'],
  ...['EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE'],
];
/** The service may have accepted a request that it answers with these. */
const UNCLEAR_STATUS = 408;

/** A message didn't reach its provider. */
export class NotSent extends Error {
  override readonly name: string = 'NotSent';
}

/**
 * True if a provider certainly didn't accept what it was sent: it said so, or it wasn't reached. After
 * any other error, it may have accepted it.
 */
export function isNotAccepted(error: unknown): boolean {
  if (error instanceof NotSent) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall, responseCode, statusCode } = error as {
    code?: unknown;
    syscall?: unknown;
    /** The SMTP reply code. */
    responseCode?: unknown;
    /** The HTTP status. */
    statusCode?: unknown;
  };
  if (syscall === 'connect' || BEFORE_SENDING.includes(String(code))) return true;
  if (typeof responseCode === 'number') return true;
  return typeof statusCode === 'number' && statusCode < 500 && statusCode !== UNCLEAR_STATUS;
}
