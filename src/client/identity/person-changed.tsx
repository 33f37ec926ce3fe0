import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Skeleton } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { pageOf, watchPerson } from '@/client/lib/page-person';
import { usePageTitle } from '@/client/lib/page-title';
import type { Me } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import { NOBODY } from '@/domain/account/page-person';
import { nextAddress } from './next-address';

/**
 * Shows who is signed in now, in place of someone else's page. *Continue* loads a new page, because
 * calls and dialogs that still run in this one belong to the previous person.
 *
 * @param sessionOf the id of the person who is signed in, or NOBODY
 */
export function PersonChanged({ sessionOf }: { sessionOf: string }) {
  usePageTitle(sessionOf === NOBODY ? 'Signed Out' : 'Someone Else Is Signed In');
  // The address may contain the previous person's search, so it's replaced.
  useEffect(() => {
    window.history.replaceState(null, '', nextAddress(window.location.pathname, null));
  }, []);
  const now = useWhoIsThere();
  if (now === undefined && sessionOf !== NOBODY) return <Waiting />;
  const person = now ?? null;
  const goOn = () => goTo(nextAddress(window.location.pathname, person));
  if (person === null && sessionOf === NOBODY) {
    return (
      <Notice title="You’re signed out" label="Continue" onContinue={goOn}>
        You signed out in another tab, so we cleared this page.
      </Notice>
    );
  }
  const name = person ? person.fullName || person.username : 'Someone else';
  return (
    <Notice
      title={`${name} is signed in now`}
      label={person ? `Continue as ${name}` : 'Continue'}
      onContinue={goOn}
    >
      This page was open for {pageOf() === NOBODY ? 'a guest' : 'someone else'}, so we cleared it.
      Unsaved changes weren’t sent.
    </Notice>
  );
}

function Waiting() {
  return (
    <Page width="narrow">
      <Skeleton className="mt-[20dvh] h-64 rounded-box" />
    </Page>
  );
}

type NoticeProps = { title: string; label: string; onContinue: () => void; children: ReactNode };

function Notice({ title, label, onContinue, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element was removed with the screen.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Page width="narrow">
      <div className="flex min-h-[75dvh] items-center">
        <section className="w-full rounded-box border border-edge/70 bg-base-100 p-6 text-center shadow-near sm:p-10">
          <span className="tone tone-yellow mx-auto mb-4 grid size-16 place-items-center rounded-full">
            <Icon name="user" size={32} />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
            {title}
          </h1>
          <p className="mt-2 mb-6 text-muted">{children}</p>
          <Button variant="main" size="lg" onClick={onContinue}>
            {label}
          </Button>
        </section>
      </div>
    </Page>
  );
}

/**
 * @returns who is signed in now, null if no one is or the server doesn't answer, or undefined while
 *   asking
 */
function useWhoIsThere(): Me | null | undefined {
  const [me, setMe] = useState<Me | null | undefined>(undefined);
  useEffect(() => {
    let ended = false;
    const ask = async () => {
      const user = await api.auth.me.query().catch(() => undefined);
      if (ended) return;
      // The page's own person is signed in again.
      if (user !== undefined && (user?.id ?? NOBODY) === pageOf()) {
        goTo(nextAddress(window.location.pathname, user));
      } else setMe((before) => user ?? before ?? null);
    };
    void ask();
    const stop = watchPerson(ask);
    return () => {
      ended = true;
      stop();
    };
  }, []);
  return me;
}

function goTo(address: string): void {
  if (new URL(address, window.location.href).href === window.location.href) {
    window.location.reload();
  } else {
    window.location.replace(address);
  }
}
