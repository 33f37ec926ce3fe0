import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Page } from '@/client/components/page';
import { SiteHeader } from '@/client/components/site-header';
import { AccountBar } from '@/client/features/customer/account/account-bar';
import { SupportButton } from '@/client/features/customer/support/support-button';
import { useCompany } from '@/client/lib/company';
import { useHydrationEnd } from '@/client/lib/hydration';
import { useOfflineShell } from '@/client/lib/offline-shell';

const LINKS = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
] as const;

type CustomerPageProps = Omit<ComponentProps<typeof Page>, 'header' | 'footer'>;

/** Frames every customer screen with the header, the account, and the support button. */
export function CustomerPage({ children, ...page }: CustomerPageProps) {
  useHydrationEnd();
  useOfflineShell();
  const license = useCompany()?.license;
  return (
    <Page
      {...page}
      footer={
        <footer className="no-print flex flex-wrap items-center justify-center gap-x-4 pb-3 text-sm">
          <SupportButton />
          {LINKS.map(([to, name]) => (
            <Link key={to} to={to} className="link inline-flex min-h-11 items-center px-2">
              {name}
            </Link>
          ))}
          <p className="basis-full text-center wrap-anywhere text-muted">{license}</p>
        </footer>
      }
      header={<SiteHeader tagline="Fuel and ice, brought to your slip" actions={<AccountBar />} />}
    >
      {children}
    </Page>
  );
}
