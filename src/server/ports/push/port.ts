/** A browser to which we may send. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** The key pair that identifies us to push services. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** A notification. Its ID is the same each time it's sent. */
export type Push = {
  id: string;
  to: PushTarget;
  /** The text for the browser, encrypted for it alone. */
  payload: string;
  /** A later push with the same topic replaces an earlier one that wasn't delivered yet. */
  topic: string;
  /** After this many seconds, the push service drops it. */
  ttlSeconds: number;
};

/** Sends notifications to browsers. */
export type PushPort = {
  /**
   * @throws PushRefused if this browser will never get it. After any other error, the push service
   * may have accepted the push. Sending it again replaces it.
   */
  send(push: Push, keys: VapidKeys): Promise<void>;
  /** Creates a key pair. */
  newKeys(): Promise<VapidKeys>;
  close(): Promise<void>;
};

/** Why a browser doesn't get a push: its subscription ended, or the service rejects the push. */
export type PushRefusal = 'gone' | 'rejected';

/** The push service permanently refuses a push. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly refusal: PushRefusal;

  constructor(refusal: PushRefusal, status: number | null) {
    super(status === null ? refusal : `${refusal} (${status})`);
    this.refusal = refusal;
  }
}
