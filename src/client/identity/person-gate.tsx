import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { fetchedCode } from '@/client/lib/fetched-code';
import { forgetPerson } from '@/client/lib/forget-person';
import { forgetVisitorsDraft } from '@/client/lib/order-draft';
import { usePersonInstead } from '@/client/lib/page-person';
import { meIn } from '@/client/lib/session';
import { NOBODY } from '@/domain/account/page-person';

const fetchNotice = fetchedCode(
  () => import('./person-changed'),
  (one) => one.PersonChanged,
);

/** Wraps every screen. When someone else signs in, the screen and its data are removed. */
export function PersonGate({ children }: { children: ReactNode }) {
  const instead = usePersonInstead();
  return instead === null ? children : <Changed key={instead} sessionOf={instead} />;
}

function Changed({ sessionOf }: { sessionOf: string }) {
  const queryClient = useQueryClient();
  const [Notice, setNotice] = useState<ComponentType<{ sessionOf: string }> | null>(null);
  useEffect(() => {
    const left = meIn(queryClient);
    if (left) forgetPerson(left, sessionOf === NOBODY ? null : { id: sessionOf });
    else forgetVisitorsDraft();
    queryClient.clear();
    dismissToast();
    void fetchNotice().then((code) => {
      // If this code can't be fetched, a new page shows who is signed in.
      if (code) setNotice(() => code);
      else window.location.reload();
    });
  }, [queryClient, sessionOf]);
  return Notice ? <Notice sessionOf={sessionOf} /> : null;
}
