import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { usePageTitle } from '@/client/lib/page-title';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { LEGAL_TITLES, type LegalKind, legalBlocks } from '@/domain/legal/legal-texts';
import { CustomerPage } from './-customer-page';

type LegalPageProps = {
  kind: LegalKind;
  /** An earlier version, which a customer may have agreed to. */
  version: string | undefined;
};

/** Shows the terms or the privacy notice. */
export function LegalPage({ kind, version }: LegalPageProps) {
  const title = LEGAL_TITLES[kind];
  usePageTitle(title);
  const text = trpc.support.legalText.useQuery({
    kind,
    version: version && /^\d{1,6}$/.test(version) ? Number(version) : undefined,
  });
  const savedAt = text.data?.savedAt;
  const { formatDay } = useInstants();
  return (
    <CustomerPage width="text">
      <PageHeader
        title={title}
        subtitle={savedAt ? `Version ${text.data?.version}, ${formatDay(savedAt)}` : undefined}
      />
      <Panel>
        {text.data ? (
          <div className="flex flex-col gap-3">
            {legalBlocks(text.data.text).map((block, index) =>
              block.kind === 'heading' ? (
                <h2 key={index} className="mt-3 text-xl first:mt-0">
                  {block.text}
                </h2>
              ) : (
                <p key={index} className="wrap-anywhere whitespace-pre-line">
                  {block.text}
                </p>
              ),
            )}
          </div>
        ) : text.isError ? (
          <ErrorState title="We couldn’t load this page" onRetry={() => text.refetch()}>
            {problemOf(text.error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading…" rows={6} />
        )}
      </Panel>
    </CustomerPage>
  );
}
