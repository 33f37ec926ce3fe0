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

/** Adds the colour of the placeholder, which only a style sheet can set. */
function addPlaceholderRule(document: Document): void {
  if (STYLED.has(document)) return;
  STYLED.add(document);
  const sheet = new CSSStyleSheet();
  sheet.insertRule(
    `.${INPUT_CLASS}::placeholder { color: var(--sandbox-placeholder, #757680); opacity: 1; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Removes the border and background of the input, so that the app styles the box around it. */
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

/** Applies Stripe's `style` option for the state the field is in. */
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
    // Without a style of the app the field inherits from the page. Invalid text has Stripe's red.
    const fallback = name === 'color' && state === 'invalid' ? '#df1b41' : 'inherit';
    input.style[name] = String(variant[name] ?? fallback);
  }
  const placeholder = { ...style?.base?.['::placeholder'], ...variant['::placeholder'] }.color;
  input.style.setProperty('--sandbox-placeholder', placeholder ?? '');
}

/** Puts Stripe's `classes` option, or its own names, on the box around the input. */
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
