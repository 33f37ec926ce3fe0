import { problemOf } from '@/client/lib/problem';

/** The message of a passkey that failed: Dockside's own, or that the device gave none. */
export function passkeyProblem(error: unknown): string {
  const { answered, message } = problemOf(error);
  const isOfDevice =
    error instanceof Error &&
    /^(NotAllowed|Abort|InvalidState|Security|NotSupported|WebAuthn)/.test(error.name);
  if (answered || !isOfDevice) return message;
  return error.name.startsWith('InvalidState')
    ? 'This device has a passkey for your account already.'
    : 'Your device gave no passkey. Please try again, or choose another way.';
}
