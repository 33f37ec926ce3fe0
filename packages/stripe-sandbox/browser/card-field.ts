import type { StripeElementClasses, StripeElementStyle } from '@stripe/stripe-js';
import {
  type Brand,
  brandOf,
  digitsOf,
  type FieldName,
  formatField,
  type InputError,
  positionBehind,
  validateField,
} from './card-input';
import { Emitter } from './emitter';
import { applyClasses, applyStyle, type FieldState, styleInput } from './field-style';

/** The options of Stripe's fields that the sandbox supports. */
export type FieldOptions = {
  style?: StripeElementStyle;
  classes?: StripeElementClasses;
  placeholder?: string;
  disabled?: boolean;
};

type EventName = 'blur' | 'change' | 'escape' | 'focus' | 'ready';

const LOOK: Record<FieldName, { label: string; placeholder: string; autocomplete: string }> = {
  cardNumber: {
    label: 'Credit or debit card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  cardExpiry: {
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
  },
  cardCvc: {
    label: 'Credit or debit card CVC/CVV',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
  },
};

/** The other fields of the form, as a field uses them. */
export type FieldGroup = {
  brand(): Brand;
  /** Called when the card's brand changes, because the length of the CVC depends on it. */
  brandChanged(): void;
  remove(field: CardField): void;
};

/** One of Stripe's card fields, as an ordinary input on the page. */
export class CardField extends Emitter<EventName> {
  readonly group: FieldGroup;
  readonly type: FieldName;
  private readonly input: HTMLInputElement;
  private options: FieldOptions;
  private container: HTMLElement | null = null;
  private wasLeft = false;
  private focused = false;
  private destroyed = false;

  constructor(group: FieldGroup, type: FieldName, options: FieldOptions) {
    super();
    this.group = group;
    this.type = type;
    this.options = options;
    this.input = this.makeInput();
  }

  /** The formatted text in the field. */
  get value(): string {
    return this.input.value;
  }

  /** The error that keeps the form from being sent. Null if the field is complete. */
  get blockingError(): InputError | null {
    const validation = this.validate();
    return validation.complete ? null : (validation.invalid ?? validation.incomplete);
  }

  mount(target: string | HTMLElement): void {
    if (this.destroyed) throw new Error('This Element has already been destroyed.');
    const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!found)
      throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
    this.container = found;
    found.append(this.input);
    found.addEventListener('click', this.focusInput);
    this.draw();
    // React attaches its handlers after mount() returns.
    setTimeout(() => this.emit('ready', { elementType: this.type }), 0);
  }

  unmount(): void {
    this.container?.removeEventListener('click', this.focusInput);
    this.input.remove();
    this.container = null;
  }

  destroy(): void {
    this.unmount();
    this.destroyed = true;
    this.removeListeners();
    this.group.remove(this);
  }

  update(options: FieldOptions): void {
    this.options = { ...this.options, ...options };
    this.draw();
  }

  clear(): void {
    this.input.value = '';
    this.wasLeft = false;
    this.changed();
  }

  focus(): void {
    this.input.focus();
  }

  blur(): void {
    this.input.blur();
  }

  /** Redraws the field after another field of the form changed. */
  refresh(): void {
    this.draw();
  }

  /** Shows an incomplete field as invalid after the customer submits the form. */
  markIncomplete(): void {
    this.wasLeft = true;
    this.changed();
  }

  private readonly focusInput = () => this.input.focus();

  private makeInput(): HTMLInputElement {
    const input = document.createElement('input');
    const look = LOOK[this.type];
    input.type = 'text';
    input.inputMode = 'numeric';
    input.autocomplete = look.autocomplete as AutoFill;
    input.spellcheck = false;
    input.setAttribute('aria-label', look.label);
    styleInput(input);
    input.addEventListener('input', (event) => this.handleInput(event));
    input.addEventListener('focus', () => this.focusChanged(true));
    input.addEventListener('blur', () => this.focusChanged(false));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.emit('escape', { elementType: this.type });
    });
    return input;
  }

  private validate() {
    return validateField(this.type, this.value, { brand: this.group.brand(), today: new Date() });
  }

  private handleInput(event: Event): void {
    const { input } = this;
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const before = digitsOf(input.value.slice(0, caret)).length;
    input.value = formatField(this.type, input.value, { deleting, brand: this.group.brand() });
    if (!atEnd) {
      // Formatting moves the separators, so the cursor is put back after the same digit.
      const position = positionBehind(input.value, before);
      input.setSelectionRange(position, position);
    }
    this.changed();
    if (this.type === 'cardNumber') this.group.brandChanged();
  }

  private focusChanged(focused: boolean): void {
    this.focused = focused;
    this.emit(focused ? 'focus' : 'blur', { elementType: this.type });
    if (!focused && this.value !== '') this.markIncomplete();
    else this.draw();
  }

  private error(): InputError | undefined {
    const validation = this.validate();
    if (validation.invalid) return validation.invalid;
    return this.wasLeft && !validation.complete && this.value !== ''
      ? validation.incomplete
      : undefined;
  }

  private changed(): void {
    const validation = this.validate();
    if (validation.complete) this.wasLeft = false;
    this.draw();
    this.emit('change', {
      elementType: this.type,
      empty: this.value === '',
      complete: validation.complete,
      error: this.error(),
      ...(this.type === 'cardNumber' ? { brand: brandOf(digitsOf(this.value)) } : {}),
    });
  }

  private state(): FieldState {
    if (this.error()) return 'invalid';
    if (this.value === '') return 'empty';
    return this.validate().complete ? 'complete' : 'typing';
  }

  /** Applies the field's state to its input and to its container's classes. */
  private draw(): void {
    const { input, options } = this;
    const state = this.state();
    input.placeholder = options.placeholder ?? LOOK[this.type].placeholder;
    input.disabled = options.disabled ?? false;
    input.setAttribute('aria-invalid', String(state === 'invalid'));
    applyStyle(input, options.style, state, this.focused);
    if (this.container) applyClasses(this.container, options.classes, state, this.focused);
  }
}
