import { DefinitionList } from '@/client/components/definition-list';
import { Dialog } from '@/client/components/dialog/dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { PhoneLink } from '@/client/components/phone-link';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { mailtoLink } from '@/domain/account/email';

type SupportDialogProps = { open: boolean; onClose: () => void };

/** Shows how to reach us, and answers to common questions. */
export function SupportDialog({ open, onClose }: SupportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Customer Support" size="md">
      <Support />
    </Dialog>
  );
}

function Support() {
  const support = trpc.support.info.useQuery();
  if (support.data) return <Texts support={support.data} />;
  if (support.isError) {
    return (
      <ErrorState title="We couldn’t load support" onRetry={() => support.refetch()}>
        {problemOf(support.error).message}
      </ErrorState>
    );
  }
  return <SkeletonList label="Loading support…" rows={4} />;
}

function Texts({ support }: { support: Outputs['support']['info'] }) {
  return (
    <div className="flex flex-col gap-5">
      <DefinitionList
        layout="stacked"
        items={[
          {
            term: 'Phone',
            value: <PhoneLink phone={support.phone} />,
          },
          {
            term: 'Email',
            value: (
              <a className="link" href={mailtoLink(support.email)}>
                {support.email}
              </a>
            ),
          },
          { term: 'Business Hours', value: support.businessHours },
          { term: 'Service Area', value: support.serviceArea },
          { term: 'Emergency', value: support.emergencyInfo },
        ]}
      />
      {support.faqItems.length > 0 ? (
        <section>
          <h3 className="mb-2 text-lg">Frequently asked questions</h3>
          <div className="flex flex-col divide-y divide-edge border-y border-edge">
            {support.faqItems.map((item) => (
              <details key={item.question} className="group py-1">
                <summary className="min-h-12 cursor-pointer py-3 font-medium">
                  {item.question}
                </summary>
                <p className="pb-3 text-muted whitespace-pre-line">{item.answer}</p>
              </details>
            ))}
          </div>
        </section>
      ) : null}
    </div>
  );
}
