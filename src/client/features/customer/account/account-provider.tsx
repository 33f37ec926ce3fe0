import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import type { AccountAnswer, AccountView } from './account-dialog';

type AskOptions = {
  view: AccountView;
  /** Also offers to continue as a guest with a phone number. */
  offerGuest?: boolean;
};

type Account = {
  /** Opens the dialog and resolves with the person's answer. */
  ask: (options: AskOptions) => Promise<AccountAnswer>;
  /** Fetches the dialog's code before it's needed. */
  preload: () => void;
};

const fetchDialog = fetchedCode(
  () => import('./account-dialog'),
  (one) => one.AccountDialog,
);

const AccountContext = createContext<Account | null>(null);

/** Renders the Login / Create Account dialog, which pages inside it open with `useAccount`. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState<AskOptions>({ view: 'login' });
  const { Component, fetchCode, preload } = useFetchedComponent(fetchDialog, 'Login Failed');
  const settle = useRef<((answer: AccountAnswer) => void) | null>(null);

  const answer = useCallback((given: AccountAnswer) => {
    setOpen(false);
    settle.current?.(given);
    settle.current = null;
  }, []);
  const ask = useCallback(
    async (next: AskOptions) => {
      settle.current?.(null);
      if (!(await fetchCode())) return null;
      setOptions(next);
      setOpen(true);
      return new Promise<AccountAnswer>((resolve) => {
        settle.current = resolve;
      });
    },
    [fetchCode],
  );
  const account = useMemo(() => ({ ask, preload }), [ask, preload]);

  return (
    <AccountContext value={account}>
      {children}
      {Component ? (
        <Component
          open={open}
          view={options.view}
          offerGuest={options.offerGuest ?? false}
          onView={(view) => setOptions((current) => ({ ...current, view }))}
          onAnswer={answer}
        />
      ) : null}
    </AccountContext>
  );
}

/** Opens the account dialog. It works only inside an AccountProvider. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount needs an AccountProvider around it');
  return account;
}
