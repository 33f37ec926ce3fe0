function style(element: HTMLElement, rules: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, rules);
}

function button(label: string, background: string, color: string): HTMLButtonElement {
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

/**
 * Shows a dialog instead of the bank's page, as Stripe's test mode does. The customer completes or
 * fails the authentication there. Escape fails it, like closing the bank's page.
 */
export function showAuthenticationDialog(): Promise<'complete' | 'fail'> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'sandbox-authentication-title');
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
    const title = document.createElement('h2');
    title.id = 'sandbox-authentication-title';
    title.textContent = 'Test authentication';
    style(title, { margin: '0 0 8px', fontSize: '20px', fontWeight: '700' });
    const text = document.createElement('p');
    text.textContent = 'With a real card, your bank would ask you to verify your identity here.';
    style(text, { margin: '0 0 20px' });
    const buttons = document.createElement('div');
    style(buttons, { display: 'grid', gap: '12px' });
    const complete = button('Complete authentication', '#1d4ed8', '#ffffff');
    const fail = button('Fail authentication', '#ffffff', '#1d4ed8');
    buttons.append(complete, fail);
    dialog.append(title, text, buttons);

    const end = (outcome: 'complete' | 'fail') => {
      dialog.close();
      dialog.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('complete'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
    document.body.append(dialog);
    dialog.showModal();
    complete.focus();
  });
}
