function style(element: HTMLElement, rules: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, rules);
}

/** Creates one of the sandbox's buttons. */
export function button(label: string, background: string, color: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  style(element, {
    background,
    color,
    border: '1px solid #1d4ed8',
    borderRadius: '8px',
    padding: '12px 16px',
    minHeight: '44px',
    font: 'inherit',
    fontWeight: '600',
    cursor: 'pointer',
  });
  return element;
}

type Sheet<Action extends string> = {
  title: string;
  text: string;
  /** The label of each action. The first one has the focus. */
  actions: Readonly<Record<Action, string>>;
  /**
   * Adds a button that closes the dialog without an action. Without it, Escape still does the same.
   */
  cancelLabel?: string;
};

/** Shows a dialog on top of the page. Resolves with the action, or null if it was cancelled. */
export function openSheet<Action extends string>({
  title,
  text,
  actions,
  cancelLabel,
}: Sheet<Action>): Promise<Action | null> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'sandbox-sheet-title');
    style(dialog, {
      border: '0',
      borderRadius: '12px',
      padding: '24px',
      margin: 'auto',
      maxWidth: 'min(400px, calc(100vw - 32px))',
      color: '#1a1f36',
      background: '#ffffff',
      font: '16px/1.5 system-ui, sans-serif',
      boxShadow: '0 16px 48px rgb(0 0 0 / 35%)',
    });
    const heading = document.createElement('h2');
    heading.id = 'sandbox-sheet-title';
    heading.textContent = title;
    style(heading, { margin: '0 0 8px', fontSize: '20px', fontWeight: '700' });
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    style(paragraph, { margin: '0 0 20px' });
    const buttons = document.createElement('div');
    style(buttons, { display: 'grid', gap: '12px' });
    const end = (action: Action | null) => {
      dialog.close();
      dialog.remove();
      resolve(action);
    };
    const shown = (Object.keys(actions) as Action[]).map((action, index) => {
      const isFirst = index === 0;
      const one = button(
        actions[action],
        isFirst ? '#1d4ed8' : '#ffffff',
        isFirst ? '#ffffff' : '#1d4ed8',
      );
      one.addEventListener('click', () => end(action));
      return one;
    });
    buttons.append(...shown);
    if (cancelLabel) {
      const cancel = button(cancelLabel, '#ffffff', '#1a1f36');
      cancel.addEventListener('click', () => end(null));
      buttons.append(cancel);
    }
    dialog.append(heading, paragraph, buttons);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(null);
    });
    document.body.append(dialog);
    dialog.showModal();
    shown[0]?.focus();
  });
}
