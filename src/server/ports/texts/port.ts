import { NotSent } from '../not-accepted';

/** A text message. Its ID is the same each time it's sent. */
export type Text = {
  id: string;
  /** The number with its country code: "+12695550123". */
  to: string;
  body: string;
};

/** Fields of a provider's callback. */
export type CallbackFields = Readonly<Record<string, string>>;

/** Sends text messages, and checks who calls back. */
export type TextsPort = {
  /**
   * Sends a text.
   * @returns the provider's ID of it
   * @throws TextRefused if this number can't get it. After any other error, the provider may have
   * accepted the text, so call `find` before sending it again.
   */
  send(text: Text): Promise<{ providerId: string }>;
  /**
   * Looks for a text that was accepted since an instant (ms), although we never got the answer.
   *
   * @returns the provider's ID of it, or null
   */
  find(text: Text, since: number): Promise<{ providerId: string } | null>;
  /** Checks that the provider signed a callback to this address with these fields. */
  isSigned(callback: {
    url: string;
    fields: CallbackFields;
    signature: string | null;
  }): Promise<boolean>;
  close(): Promise<void>;
};

/** Why a number can't get a text: it isn't a mobile number, or its owner replied STOP. */
export type TextRefusal = 'number' | 'stopped';

/** The provider permanently refuses a text to this number. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
  readonly refusal: TextRefusal;
  /** The provider's error code, or null if we didn't ask the provider. */
  readonly code: number | null;

  constructor(refusal: TextRefusal, code: number | null, options: { cause?: unknown } = {}) {
    super(code === null ? refusal : `${refusal} (${code})`, options);
    this.refusal = refusal;
    this.code = code;
  }
}

/** No provider is set, although one was when the text was written. */
export class NoTextProvider extends NotSent {
  override readonly name = 'NoTextProvider';

  constructor() {
    super('no text provider is set (TWILIO_ACCOUNT_SID)');
  }
}
