import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { ForgotPasswordForm } from './forgot-password-form';
import { GuestForm } from './guest-form';
import { LoginForm } from './login-form';
import { RegistrationForm } from './registration-form';

export type AccountView = 'login' | 'register' | 'guest' | 'forgot';

/** How the person left the dialog. Null means that they closed it without an answer. */
export type AccountAnswer = { kind: 'signed-in' } | { kind: 'guest'; phone: string } | null;

const TITLES: Record<AccountView, string> = {
  login: 'Login',
  register: 'Create Account',
  guest: 'Continue as guest',
  forgot: 'Forgot password',
};

type AccountDialogProps = {
  open: boolean;
  view: AccountView;
  offerGuest: boolean;
  onView: (view: AccountView) => void;
  onAnswer: (answer: AccountAnswer) => void;
};

/** Lets a person log in or create an account. An order form also offers to continue as a guest. */
export function AccountDialog({ open, view, offerGuest, onView, onAnswer }: AccountDialogProps) {
  const signedIn = () => onAnswer({ kind: 'signed-in' });
  const [isFilling, setIsFilling] = useState(false);
  const { leave, leaveDialog } = useLeaveQuestion(isFilling, () => onAnswer(null));
  return (
    <Dialog open={open} size="sm" title={TITLES[view]} view={view} onClose={leave}>
      {view === 'login' ? <LoginForm onSignedIn={signedIn} /> : null}
      {view === 'register' ? (
        <RegistrationForm onSignedIn={signedIn} onFilling={setIsFilling} />
      ) : null}
      {view === 'forgot' ? <ForgotPasswordForm /> : null}
      {view === 'guest' ? (
        <GuestForm onPhone={(phone) => onAnswer({ kind: 'guest', phone })} />
      ) : null}
      <div className="mt-5 flex flex-col gap-2 border-t border-edge pt-4">
        {view === 'login' ? (
          <Switch
            question="Forgot your password?"
            label="Reset Password"
            onClick={() => onView('forgot')}
          />
        ) : null}
        {view === 'login' ? (
          <Switch question="New here?" label="Create Account" onClick={() => onView('register')} />
        ) : (
          <Switch
            question="Already have an account?"
            label="Login"
            onClick={() => onView('login')}
          />
        )}
        {offerGuest && view !== 'guest' ? (
          <Switch
            question="In a hurry?"
            label="Continue as Guest"
            onClick={() => onView('guest')}
          />
        ) : null}
      </div>
      {leaveDialog}
    </Dialog>
  );
}

type SwitchProps = { question: string; label: string; onClick: () => void };

function Switch({ question, label, onClick }: SwitchProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="text-muted">{question}</span>
      <Button variant="ghost" size="sm" iconAfter="chevron-right" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}
