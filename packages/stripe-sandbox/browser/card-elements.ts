import { CardField, type FieldGroup, type FieldOptions } from './card-field';
import { brandOf, digitsOf, expiryParts, type FieldName, type InputError } from './card-input';
import { WalletButton } from './wallet-button';

const FIELDS: readonly string[] = ['cardNumber', 'cardExpiry', 'cardCvc'];

function isFieldName(type: unknown): type is FieldName {
  return typeof type === 'string' && FIELDS.includes(type);
}

/** Returns an element type's name. Stripe.js accepts the name or a React component. */
function nameOf(type: unknown): unknown {
  const named = typeof type === 'function' || typeof type === 'object' ? type : null;
  return named && '__elementType' in named ? named.__elementType : type;
}

/** A card in the API's format. */
export type TypedCard = { number: string; exp_month: string; exp_year: string; cvc: string };

/** The fields of one form, as returned by `stripe.elements()`. */
export class CardElements implements FieldGroup {
  private readonly fields = new Map<FieldName, CardField>();

  /** The card chosen in the test wallet, until the page confirms it. */
  walletCard: string | null = null;
  private wallet: WalletButton | null = null;

  create(type: string, options: FieldOptions = {}): CardField | WalletButton {
    if (type === 'expressCheckout') return this.createWallet();
    if (!isFieldName(type)) {
      throw new Error(
        `The Stripe sandbox supports ${FIELDS.join(', ')}, and expressCheckout, but no "${type}" element.`,
      );
    }
    if (this.fields.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
    const field = new CardField(this, type, options);
    this.fields.set(type, field);
    return field;
  }

  private createWallet(): WalletButton {
    this.wallet = new WalletButton((card) => {
      this.walletCard = card;
    });
    return this.wallet;
  }

  getElement(type: unknown): CardField | WalletButton | null {
    const name = nameOf(type);
    if (name === 'expressCheckout') return this.wallet;
    return isFieldName(name) ? (this.fields.get(name) ?? null) : null;
  }

  // Stripe.js has these methods. Here, they have nothing to do.
  update(): void {}
  on(): this {
    return this;
  }
  off(): this {
    return this;
  }
  fetchUpdates(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }
  submit(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }

  brand() {
    return brandOf(digitsOf(this.fields.get('cardNumber')?.value ?? ''));
  }

  brandChanged(): void {
    this.fields.get('cardCvc')?.refresh();
  }

  remove(field: CardField): void {
    if (this.fields.get(field.type) === field) this.fields.delete(field.type);
  }

  /** Returns the entered card or its first error. An incomplete field turns red. */
  readCard(): { card: TypedCard; error?: undefined } | { card?: undefined; error: InputError } {
    for (const name of ['cardNumber', 'cardExpiry', 'cardCvc'] as const) {
      const field = this.fields.get(name);
      const error = field?.blockingError;
      if (error) {
        field.markIncomplete();
        return { error };
      }
    }
    const textOf = (name: FieldName) => this.fields.get(name)?.value ?? '';
    const { month, year } = expiryParts(textOf('cardExpiry'));
    return {
      card: {
        number: digitsOf(textOf('cardNumber')),
        exp_month: month,
        exp_year: year,
        cvc: textOf('cardCvc'),
      },
    };
  }
}
