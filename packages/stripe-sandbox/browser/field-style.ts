import type {
  StripeElementClasses,
  StripeElementStyle,
  StripeElementStyleVariant,
} from '@stripe/stripe-js';

/** The properties of Stripe's `style` option that the sandbox supports. */
const SUPPORTED = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textTransform',
] as const;

const INPUT_CLASS = 'SandboxStripeInput';
const STYLED = new WeakSet<Document>();

/** Sets the placeholder's color, which requires a style sheet. */
function addPlaceholderRule(document: Document): void {
  if (STYLED.has(document)) return;
  STYLED.add(document);
  const sheet = new CSSStyleSheet();
  sheet.insertRule(
    `.${INPUT_CLASS}::placeholder { color: var(--sandbox-placeholder, #757680); opacity: 1; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Removes the input's border and background, so that the app can style its container. */
export function styleInput(input: HTMLInputElement): void {
  addPlaceholderRule(input.ownerDocument);
  input.className = INPUT_CLASS;
  Object.assign(input.style, {
    display: 'block',
    width: '100%',
    minWidth: '0',
    margin: '0',
    padding: '0',
    border: '0',
    outline: 'none',
    background: 'transparent',
    boxShadow: 'none',
    appearance: 'none',
  });
}

export type FieldState = 'complete' | 'empty' | 'invalid' | 'typing';

/** Applies Stripe's `style` option for the field's state. */
export function applyStyle(
  input: HTMLInputElement,
  style: StripeElementStyle | undefined,
  state: FieldState,
  focused: boolean,
): void {
  const variant: StripeElementStyleVariant = {
    ...style?.base,
    ...(focused ? style?.base?.[':focus'] : {}),
    ...(state === 'typing' ? {} : style?.[state]),
  };
  for (const name of SUPPORTED) {
    // Without a style from the app, the field inherits the page's. Invalid text has Stripe's red.
    const fallback = name === 'color' && state === 'invalid' ? '#df1b41' : 'inherit';
    input.style[name] = String(variant[name] ?? fallback);
  }
  const placeholder = { ...style?.base?.['::placeholder'], ...variant['::placeholder'] }.color;
  input.style.setProperty('--sandbox-placeholder', placeholder ?? '');
}

/** Sets Stripe's `classes` option, or its default names, on the input's container. */
export function applyClasses(
  box: HTMLElement,
  classes: StripeElementClasses | undefined,
  state: FieldState,
  focused: boolean,
): void {
  const named: [string, boolean][] = [
    [classes?.base ?? 'StripeElement', true],
    [classes?.complete ?? 'StripeElement--complete', state === 'complete'],
    [classes?.empty ?? 'StripeElement--empty', state === 'empty'],
    [classes?.invalid ?? 'StripeElement--invalid', state === 'invalid'],
    [classes?.focus ?? 'StripeElement--focus', focused],
  ];
  for (const [names, on] of named) {
    for (const name of names.split(/\s+/).filter(Boolean)) box.classList.toggle(name, on);
  }
}
