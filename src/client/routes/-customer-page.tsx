import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Page } from '@/client/components/page';
import { SiteHeader, Wordmark } from '@/client/components/site-header';
import { AccountBar } from '@/client/features/account/account-bar';
import { AccountProvider } from '@/client/features/account/account-provider';
import { SupportButton } from '@/client/features/support/support-button';

type CustomerPageProps = Omit<ComponentProps<typeof Page>, 'header'> & { hero?: ReactNode };

/** Every customer screen: the header with its account corner, and the dialog behind it. */
export function CustomerPage({ hero, children, ...page }: CustomerPageProps) {
  return (
    <AccountProvider>
      <Page
        {...page}
        footer={
          <div className="flex justify-center">
            <SupportButton />
          </div>
        }
        header={
          <>
            <SiteHeader
              brand={
                <Link to="/" aria-label="Dockside, home" className="rounded-field">
                  <Wordmark />
                </Link>
              }
              tagline="Fuel and ice, brought to your slip"
              actions={<AccountBar />}
            />
            {hero}
          </>
        }
      >
        {children}
      </Page>
    </AccountProvider>
  );
}
