import type {
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { Emitter } from './emitter';
import { button, openSheet } from './sheet';

type EventName =
  | 'ready'
  | 'click'
  | 'confirm'
  | 'cancel'
  | 'focus'
  | 'blur'
  | 'escape'
  | 'loaderror';

/** The cards in the test wallet, by the ID of Stripe's test payment method. */
const WALLET_CARDS = {
  pm_card_visa: 'Visa 4242',
  pm_card_visa_chargeDeclined: 'Visa 0002 (declined)',
  pm_card_authenticationRequired: 'Visa 3184 (asks the bank)',
  pm_card_chargeCustomerFail: 'Visa 0341 (declined after delivery)',
} as const;

/** A page sets this key of its local storage to `none` to act like a device without a wallet. */
const DEVICE_KEY = 'stripe-sandbox.wallets';

const hasWallet = () => {
  try {
    return localStorage.getItem(DEVICE_KEY) !== 'none';
  } catch {
    return true;
  }
};

/** Replaces the Express Checkout Element: one button, which opens a sheet with test cards. */
export class WalletButton extends Emitter<EventName> {
  readonly type = 'expressCheckout';
  private element: HTMLButtonElement | null = null;
  private isOpen = false;

  /** @param pay called with the chosen card before the page confirms it */
  constructor(private readonly pay: (paymentMethod: string) => void) {
    super();
  }

  mount(target: string | HTMLElement): void {
    const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!found)
      throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
    const isAvailable = hasWallet();
    if (isAvailable) {
      this.element = button('Test Wallet', '#000000', '#ffffff');
      this.element.style.width = '100%';
      this.element.setAttribute('aria-label', 'Pay with Test Wallet');
      this.element.addEventListener('click', () => this.open());
      found.append(this.element);
    }
    // React attaches its handlers after mount() returns.
    setTimeout(() => {
      const ready: StripeExpressCheckoutElementReadyEvent = {
        elementType: this.type,
        availablePaymentMethods: isAvailable
          ? {
              amazonPay: false,
              applePay: false,
              googlePay: true,
              klarna: false,
              link: false,
              paypal: false,
            }
          : undefined,
      };
      this.emit('ready', ready);
    }, 0);
  }

  unmount(): void {
    this.element?.remove();
    this.element = null;
  }

  destroy(): void {
    this.unmount();
    this.removeListeners();
  }

  update(): void {}

  /** Opens the sheet once the page resolves the click. Further presses do nothing until it closes. */
  private open(): void {
    if (this.isOpen) return;
    this.emit('click', {
      elementType: this.type,
      expressPaymentType: 'google_pay',
      resolve: () => void this.show(),
      reject: () => {},
    });
  }

  private async show(): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = true;
    const chosen = await openSheet<keyof typeof WALLET_CARDS>({
      title: 'Test Wallet',
      text: 'On a real device, Apple Pay, Google Pay, or Link would ask you to confirm here.',
      actions: WALLET_CARDS,
      cancelLabel: 'Cancel',
    });
    this.isOpen = false;
    if (chosen === null) {
      this.emit('cancel', { elementType: this.type });
      return;
    }
    this.pay(chosen);
    const confirm: StripeExpressCheckoutElementConfirmEvent = {
      expressPaymentType: 'google_pay',
      paymentFailed: () => {},
    };
    this.emit('confirm', confirm);
  }
}
