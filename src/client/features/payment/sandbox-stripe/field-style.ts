import type { StripeElementStyle, StripeElementStyleVariant } from '@stripe/stripe-js';

/** The properties of Stripe's `style` option that the stand-in honours. */
const HONOURED = [
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

/** The one rule that cannot be set on an element itself: the colour of its placeholder. */
function addPlaceholderRule(document: Document): void {
  if (STYLED.has(document)) return;
  STYLED.add(document);
  const sheet = new CSSStyleSheet();
  sheet.insertRule(
    `.${INPUT_CLASS}::placeholder { color: var(--sandbox-placeholder, #757680); opacity: 1; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** A bare input: no border or background of its own, it takes the look of the box it is put in. */
export function dressInput(input: HTMLInputElement): void {
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
  for (const name of HONOURED) {
    // What the app does not say, the field takes from the page; wrong input is Stripe's red.
    const fallback = name === 'color' && state === 'invalid' ? '#df1b41' : 'inherit';
    input.style[name] = String(variant[name] ?? fallback);
  }
  const placeholder = { ...style?.base?.['::placeholder'], ...variant['::placeholder'] }.color;
  input.style.setProperty('--sandbox-placeholder', placeholder ?? '');
}
