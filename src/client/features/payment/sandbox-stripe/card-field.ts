import type { StripeElementClasses, StripeElementStyle } from '@stripe/stripe-js';
import {
  type Brand,
  brandOf,
  digitsOf,
  type FieldName,
  formatField,
  type InputError,
  judgeField,
} from './card-input';
import { applyStyle, dressInput, type FieldState } from './field-style';

/** The options of Stripe's fields that the stand-in honours. */
export type FieldOptions = {
  style?: StripeElementStyle;
  classes?: StripeElementClasses;
  placeholder?: string;
  disabled?: boolean;
};

type EventName = 'blur' | 'change' | 'escape' | 'focus' | 'ready';
type Handler = (event: unknown) => void;

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

/** What a field needs of the others it was created with. */
export type FieldGroup = {
  brand(): Brand;
  /** The number's brand changed, so the CVC must judge itself again. */
  brandChanged(): void;
  remove(field: CardField): void;
};

/** One of Stripe's card fields, drawn as a real input. */
export class CardField {
  readonly group: FieldGroup;
  readonly type: FieldName;
  private readonly input: HTMLInputElement;
  private readonly listeners = new Map<string, Set<Handler>>();
  private options: FieldOptions;
  private container: HTMLElement | null = null;
  private left = false;
  private focused = false;
  private destroyed = false;

  constructor(group: FieldGroup, type: FieldName, options: FieldOptions) {
    this.group = group;
    this.type = type;
    this.options = options;
    this.input = this.makeInput();
  }

  /** What the person sees in the field. */
  get shown(): string {
    return this.input.value;
  }

  /** The error that stands in the way of sending the form; null when the field is complete. */
  get obstacle(): InputError | null {
    const judged = this.judge();
    return judged.complete ? null : (judged.invalid ?? judged.incomplete);
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
    // After React has attached its handlers.
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
    this.listeners.clear();
    this.group.remove(this);
  }

  update(options: FieldOptions): void {
    this.options = { ...this.options, ...options };
    this.draw();
  }

  clear(): void {
    this.input.value = '';
    this.left = false;
    this.changed();
  }

  focus(): void {
    this.input.focus();
  }

  blur(): void {
    this.input.blur();
  }

  on(event: EventName, handler: Handler): this {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set.add(handler));
    return this;
  }

  once(event: EventName, handler: Handler): this {
    const single: Handler = (detail) => {
      this.off(event, single);
      handler(detail);
    };
    return this.on(event, single);
  }

  off(event: EventName, handler?: Handler): this {
    if (handler) this.listeners.get(event)?.delete(handler);
    else this.listeners.delete(event);
    return this;
  }

  /** Looks at itself again after the field beside it changed. */
  refresh(): void {
    this.draw();
  }

  /** Marks what is unfinished as wrong: the person pressed the button. */
  insist(): void {
    this.left = true;
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
    dressInput(input);
    input.addEventListener('input', (event) => this.typed(event));
    input.addEventListener('focus', () => this.moved(true));
    input.addEventListener('blur', () => this.moved(false));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.emit('escape', { elementType: this.type });
    });
    return input;
  }

  private emit(event: EventName, detail: object): void {
    for (const handler of [...(this.listeners.get(event) ?? [])]) handler(detail);
  }

  private judge() {
    return judgeField(this.type, this.shown, { brand: this.group.brand(), today: new Date() });
  }

  private typed(event: Event): void {
    const { input } = this;
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const before = digitsOf(input.value.slice(0, caret)).length;
    input.value = formatField(this.type, input.value, { deleting, brand: this.group.brand() });
    if (!atEnd) {
      // The caret stays behind the same digit, wherever the separators went.
      let position = 0;
      for (let seen = 0; seen < before && position < input.value.length; position += 1) {
        if (/\d/.test(input.value[position] ?? '')) seen += 1;
      }
      input.setSelectionRange(position, position);
    }
    this.changed();
    if (this.type === 'cardNumber') this.group.brandChanged();
  }

  private moved(focused: boolean): void {
    this.focused = focused;
    this.emit(focused ? 'focus' : 'blur', { elementType: this.type });
    if (!focused && this.shown !== '') this.insist();
    else this.draw();
  }

  private error(): InputError | undefined {
    const judged = this.judge();
    if (judged.invalid) return judged.invalid;
    return this.left && !judged.complete && this.shown !== '' ? judged.incomplete : undefined;
  }

  private changed(): void {
    const judged = this.judge();
    if (judged.complete) this.left = false;
    this.draw();
    this.emit('change', {
      elementType: this.type,
      empty: this.shown === '',
      complete: judged.complete,
      error: this.error(),
      ...(this.type === 'cardNumber' ? { brand: brandOf(digitsOf(this.shown)) } : {}),
    });
  }

  private state(): FieldState {
    if (this.error()) return 'invalid';
    if (this.shown === '') return 'empty';
    return this.judge().complete ? 'complete' : 'typing';
  }

  /** Brings the input and the classes of its box in line with the state. */
  private draw(): void {
    const { input, options } = this;
    const state = this.state();
    input.placeholder = options.placeholder ?? LOOK[this.type].placeholder;
    input.disabled = options.disabled ?? false;
    input.setAttribute('aria-invalid', String(state === 'invalid'));
    applyStyle(input, options.style, state, this.focused);
    const box = this.container?.classList;
    if (!box) return;
    const { classes } = options;
    const named: [string, boolean][] = [
      [classes?.base ?? 'StripeElement', true],
      [classes?.complete ?? 'StripeElement--complete', state === 'complete'],
      [classes?.empty ?? 'StripeElement--empty', state === 'empty'],
      [classes?.invalid ?? 'StripeElement--invalid', state === 'invalid'],
      [classes?.focus ?? 'StripeElement--focus', this.focused],
    ];
    for (const [names, on] of named) {
      for (const name of names.split(/\s+/).filter(Boolean)) box.toggle(name, on);
    }
  }
}
