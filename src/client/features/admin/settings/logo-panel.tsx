import { Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { PhotoInput } from '@/client/components/photo/photo-input';
import { useCompany } from '@/client/lib/company';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { LOGO_SIDE } from '@/domain/logo';

const logoSide = async () => LOGO_SIDE;

/** The company's logo, which is saved as soon as it's selected. */
export function LogoPanel() {
  const company = useCompany();
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveLogo.useMutation({
    onSuccess: ({ logo }) => {
      utils.support.company.setData(undefined, (current) => current && { ...current, logo });
      toastSuccess(logo ? 'Logo Saved' : 'Logo Removed', 'All pages are updated.');
    },
    onError: (error) => toastError('Logo Not Saved', problemOf(error).message),
  });
  if (!company) return <Skeleton className="h-48 rounded-box" />;
  return (
    <Panel
      tight
      icon="camera"
      title="Logo"
      subtitle="Shown next to your company’s name on every page, and on receipts. Transparent parts become white."
    >
      <PhotoInput
        label="Logo"
        name="logo"
        value={saving.isPending ? (saving.variables.logo ?? null) : (company.logo?.src ?? null)}
        onChange={(logo) => saving.mutate({ logo })}
        side={logoSide}
        attachedTo="your company"
        sentLater
        disabled={saving.isPending}
        className="max-w-xs"
      />
    </Panel>
  );
}
