import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toast } from '@/client/components/toast-store';
import { UNREACHABLE } from '@/client/lib/problem';
import type { AccountDialogProps, AccountView } from './account-dialog';

/** How the dialog was left: with an account, as a guest who can be called, or not at all (null). */
export type AccountAnswer = { kind: 'signed-in' } | { kind: 'guest'; phone: string } | null;

type AskOptions = {
  view: AccountView;
  /** Also offers to go on without an account, for a phone number (D19). */
  offerGuest?: boolean;
};

type Account = {
  /** Opens the dialog and waits for its answer. */
  ask: (options: AskOptions) => Promise<AccountAnswer>;
  /** Fetches its code, when it becomes likely that it is asked for. */
  preload: () => void;
};

const loadDialog = () => import('./account-dialog').then((module) => module.AccountDialog);
const preload = () => {
  // Tried again, and said, when it is needed.
  loadDialog().catch(() => {});
};

const AccountContext = createContext<Account | null>(null);

/** Holds the one Login / Create Account dialog of a page, so that anything on it can ask for it. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState<AskOptions>({ view: 'login' });
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<AccountDialogProps> } | null>(null);
  const settle = useRef<((answer: AccountAnswer) => void) | null>(null);

  const answer = useCallback((given: AccountAnswer) => {
    setOpen(false);
    settle.current?.(given);
    settle.current = null;
  }, []);
  const ask = useCallback(async (next: AskOptions) => {
    settle.current?.(null);
    try {
      setLoaded({ Dialog: await loadDialog() });
    } catch {
      toast({ variant: 'destructive', title: 'Login Failed', description: UNREACHABLE });
      return null;
    }
    setOptions(next);
    setOpen(true);
    return new Promise<AccountAnswer>((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const account = useMemo(() => ({ ask, preload }), [ask]);

  return (
    <AccountContext value={account}>
      {children}
      {loaded ? (
        <loaded.Dialog
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

/** The dialog of this page. Needs an AccountProvider around it. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount needs an AccountProvider around it');
  return account;
}
