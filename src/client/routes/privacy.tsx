import { createFileRoute } from '@tanstack/react-router';
import { fromAddress, textOf } from '@/client/lib/search';
import { LegalPage } from './-legal-page';

export const Route = createFileRoute('/privacy')({
  /** `?version={n}` shows an earlier version. */
  validateSearch: (search) => fromAddress({ version: textOf(search.version) }),
  component: Page,
});

function Page() {
  return <LegalPage kind="privacy" version={Route.useSearch().version} />;
}
