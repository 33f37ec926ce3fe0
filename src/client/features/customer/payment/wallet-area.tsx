import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import type { WalletAnswer } from './confirm-setup';
import type { StripeLoading } from './use-stripe';

/** The wallet's task: save a card at $0.00, or pay an amount in cents. */
export type WalletUse = { amountCents: number | null };

export type WalletAreaProps = WalletUse & {
  disabled: boolean;
  /** Saves or pays. Returns false if it failed. */
  onAnswer: (answer: WalletAnswer) => Promise<boolean>;
  /** Called when the wallet's own sheet covers the page, and when it's gone. */
  onSheet: (shown: boolean) => void;
};

/** `unknown` until Stripe says whether this device has a wallet. */
export type WalletState = 'unknown' | 'none' | 'some';

/** After this long, the card fields are shown without wallets, so that nobody waits for them. */
const KNOWN_WITHIN_MS = 2500;

/** Returns whether this device has a wallet, and the handler for Stripe's answer. */
export function useWalletState() {
  const [state, setState] = useState<WalletState>('unknown');
  useEffect(() => {
    const timer = setTimeout(
      () => setState((known) => (known === 'unknown' ? 'none' : known)),
      KNOWN_WITHIN_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  /** A late answer is ignored, because the wallet buttons would push the fields down. */
  const learn = (has: boolean) =>
    setState((known) => (known === 'unknown' ? (has ? 'some' : 'none') : known));
  return { state, learn };
}

type Props = WalletAreaProps & {
  stripe: NonNullable<StripeLoading['stripe']>;
  state: WalletState;
  learn: (has: boolean) => void;
};

/** Shows the buttons of Apple Pay, Google Pay, and Link. Takes no space if there are none. */
export function WalletArea({ stripe, amountCents, state, learn, ...rest }: Props) {
  const options = useMemo(() => elementsOptions(amountCents), [amountCents]);
  if (state === 'none') return null;
  return (
    <div
      inert={state === 'unknown' || rest.disabled}
      className={classNames(state === 'unknown' && 'h-0 overflow-hidden')}
    >
      <Elements stripe={stripe} options={options}>
        <Buttons {...rest} learn={learn} />
      </Elements>
      <p className="my-4 flex items-center gap-3 text-sm text-muted">
        <span className="h-px flex-1 bg-edge" />
        or enter a card
        <span className="h-px flex-1 bg-edge" />
      </p>
    </div>
  );
}

/** Only wallets that return a card are allowed, because we may charge it again for a correction. */
const BUTTONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
};

function elementsOptions(amountCents: number | null): StripeElementsOptionsMode {
  const shared = { currency: 'usd', allowedPaymentMethodTypes: ['card'] };
  return amountCents === null
    ? { ...shared, mode: 'setup', setupFutureUsage: 'off_session' }
    : { ...shared, mode: 'payment', amount: amountCents };
}

function Buttons({ learn, onAnswer, onSheet }: Pick<Props, 'learn' | 'onAnswer' | 'onSheet'>) {
  const stripe = useStripe();
  const elements = useElements();
  const ready = ({ availablePaymentMethods }: StripeExpressCheckoutElementReadyEvent) =>
    learn(Object.values(availablePaymentMethods ?? {}).some(Boolean));
  return (
    <ExpressCheckoutElement
      options={BUTTONS}
      onReady={ready}
      onLoadError={() => learn(false)}
      onClick={({ resolve }) => {
        onSheet(true);
        resolve();
      }}
      onCancel={() => onSheet(false)}
      onConfirm={async ({ paymentFailed }) => {
        const isDone = stripe && elements && (await onAnswer({ stripe, elements }));
        if (!isDone) paymentFailed({ reason: 'fail' });
        onSheet(false);
      }}
    />
  );
}
