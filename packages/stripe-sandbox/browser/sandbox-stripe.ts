import type {
  PaymentIntent,
  PaymentMethod,
  SetupIntent,
  Stripe,
  StripeError,
} from '@stripe/stripe-js';
import { type Answer, type Connection, callApi, type Fields, reportAuthentication } from './api';
import { CardElements } from './card-elements';
import { CardField } from './card-field';
import { openSheet } from './sheet';

type Intent = PaymentIntent | SetupIntent;
/** A saved card's ID, or the card fields with the customer's billing details. */
type MethodInput = string | { card?: unknown; billing_details?: object } | undefined;

type WalletConfirmation = { elements: unknown; clientSecret: string };

const invalid = (message: string): StripeError => ({ type: 'invalid_request_error', message });

/** Returns the path of the intent for a client secret such as `seti_1_secret_2`. */
function pathOf(clientSecret: string): string {
  const [id = ''] = clientSecret.split('_secret_');
  const noun = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
  return `/v1/${noun}/${encodeURIComponent(id)}`;
}

/** Returns the entered card in the format of `payment_method_data`, or its error. */
function readMethod(input: { card?: unknown; billing_details?: object }): Answer<Fields> {
  const { card } = input;
  if (card instanceof CardField && card.group instanceof CardElements) {
    const read = card.group.readCard();
    if (read.error) return { error: read.error };
    const billing = (input.billing_details ?? {}) as Fields;
    return { object: { type: 'card', billing_details: billing, card: read.card } };
  }
  return {
    error: invalid('The Stripe sandbox only reads the card from its own card number field.'),
  };
}

function confirmFields(method: MethodInput): Answer<Fields> {
  if (method === undefined) return { object: {} };
  if (typeof method === 'string') return { object: { payment_method: method } };
  const read = readMethod(method);
  return read.error ? read : { object: { payment_method_data: read.object } };
}

/**
 * If the intent requires authentication, lets the customer authenticate. Resolves with the intent
 * after that.
 */
async function authenticated<T extends Intent>(
  connection: Connection,
  intent: T,
): Promise<Answer<T>> {
  const action = intent.next_action?.use_stripe_sdk as
    | { sandbox_authenticate?: string }
    | undefined;
  const path = action?.sandbox_authenticate;
  if (intent.status !== 'requires_action' || !path) return { object: intent };
  const outcome = await showAuthenticationDialog();
  const body = { intent: intent.id, client_secret: intent.client_secret ?? '', outcome };
  const ended = await reportAuthentication<T>(connection, path, body);
  if (ended.error || outcome === 'complete') return ended;
  const failure =
    ended.object.object === 'payment_intent'
      ? ended.object.last_payment_error
      : ended.object.last_setup_error;
  return { error: (failure as StripeError | null) ?? invalid('The authentication failed.') };
}

/**
 * Replaces Stripe.js for `<Elements stripe={…}>`. It draws the card fields and confirms intents at
 * `apiBase`, with the publishable key and the intent's client secret. Unsupported elements and
 * methods throw an error with their name.
 */
export function createSandboxStripe(options: Connection): Stripe {
  const connection = { ...options, apiBase: options.apiBase.replace(/\/+$/, '') };

  async function retrieve<T extends Intent>(clientSecret: string): Promise<Answer<T>> {
    return callApi<T>(connection, 'GET', pathOf(clientSecret), { client_secret: clientSecret });
  }

  async function confirm<T extends Intent>(
    clientSecret: string,
    method: MethodInput,
    more: Fields,
    handleActions: boolean,
  ): Promise<Answer<T>> {
    // If no card is given, an intent with a pending authentication continues with that.
    if (method === undefined) {
      const known = await retrieve<T>(clientSecret);
      if (known.error) return known;
      if (known.object.status === 'requires_action') return authenticated(connection, known.object);
    }
    const fields = confirmFields(method);
    if (fields.error) return fields;
    const answer = await callApi<T>(connection, 'POST', `${pathOf(clientSecret)}/confirm`, {
      ...fields.object,
      ...more,
      client_secret: clientSecret,
      use_stripe_sdk: true,
    });
    if (answer.error || !handleActions) return answer;
    return authenticated(connection, answer.object);
  }

  async function nextAction<T extends Intent>(clientSecret: string): Promise<Answer<T>> {
    const known = await retrieve<T>(clientSecret);
    return known.error ? known : authenticated(connection, known.object);
  }

  const setup = (answer: Answer<SetupIntent>) =>
    answer.error ? { error: answer.error } : { setupIntent: answer.object };
  const payment = (answer: Answer<PaymentIntent>) =>
    answer.error ? { error: answer.error } : { paymentIntent: answer.object };

  /** Confirms with the card from the test wallet, which counts once. */
  async function confirmWallet<T extends Intent>({
    elements,
    clientSecret,
  }: WalletConfirmation): Promise<Answer<T>> {
    const card = elements instanceof CardElements ? elements.walletCard : null;
    if (!(elements instanceof CardElements) || card === null) {
      return { error: invalid('The Stripe sandbox only confirms elements after its test wallet.') };
    }
    elements.walletCard = null;
    return confirm<T>(clientSecret, card, {}, true);
  }

  type Data = { payment_method?: MethodInput; receipt_email?: string; setup_future_usage?: string };
  type Actions = { handleActions?: boolean };

  const stripe = {
    elements: () => new CardElements(),

    async confirmCardSetup(secret: string, data: Data = {}, how: Actions = {}) {
      return setup(await confirm(secret, data.payment_method, {}, how.handleActions ?? true));
    },
    async confirmCardPayment(secret: string, data: Data = {}, how: Actions = {}) {
      const { payment_method, receipt_email, setup_future_usage } = data;
      const more = { receipt_email, setup_future_usage };
      return payment(await confirm(secret, payment_method, more, how.handleActions ?? true));
    },
    async confirmSetup(confirmation: WalletConfirmation) {
      return setup(await confirmWallet(confirmation));
    },
    async confirmPayment(confirmation: WalletConfirmation) {
      return payment(await confirmWallet(confirmation));
    },
    async retrieveSetupIntent(secret: string) {
      return setup(await retrieve(secret));
    },
    async retrievePaymentIntent(secret: string) {
      return payment(await retrieve(secret));
    },
    async handleCardAction(secret: string) {
      return payment(await nextAction(secret));
    },
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      return clientSecret.startsWith('pi_')
        ? payment(await nextAction(clientSecret))
        : setup(await nextAction(clientSecret));
    },
    async createPaymentMethod(data: { type?: string; card?: unknown; billing_details?: object }) {
      const read = readMethod(data);
      if (read.error) return { error: read.error };
      const made = await callApi<PaymentMethod>(
        connection,
        'POST',
        '/v1/payment_methods',
        read.object,
      );
      return made.error ? { error: made.error } : { paymentMethod: made.object };
    },
    async createToken() {
      return {
        error: invalid('The Stripe sandbox doesn’t create tokens. Use createPaymentMethod.'),
      };
    },
  };
  // Only the methods that card payments and `<Elements>` use. Stripe.js has many more.
  return stripe as unknown as Stripe;
}

/**
 * Shows a dialog instead of the bank's page, as Stripe's test mode does. The customer completes or
 * fails the authentication there. Escape fails it, like closing the bank's page.
 */
async function showAuthenticationDialog(): Promise<'complete' | 'fail'> {
  const outcome = await openSheet<'complete' | 'fail'>({
    title: 'Test authentication',
    text: 'With a real card, your bank would ask you to verify your identity here.',
    actions: { complete: 'Complete authentication', fail: 'Fail authentication' },
  });
  return outcome ?? 'fail';
}
