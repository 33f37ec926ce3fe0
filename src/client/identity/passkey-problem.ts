import { problemOf } from '@/client/lib/problem';

/** Returns the message about a passkey that failed, on our side or on the device. */
export function passkeyProblem(error: unknown): string {
  const { answered, message } = problemOf(error);
  const isOfDevice =
    error instanceof Error &&
    /^(NotAllowed|Abort|InvalidState|Security|NotSupported|WebAuthn)/.test(error.name);
  if (answered || !isOfDevice) return message;
  return error.name.startsWith('InvalidState')
    ? 'This device already has a passkey for your account.'
    : 'Your device didn’t provide a passkey. Try again, or use another method.';
}
