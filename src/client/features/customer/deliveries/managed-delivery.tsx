import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useLoadedCode } from '@/client/lib/loaded-code';
import { UNREACHABLE } from '@/client/lib/problem';
import type { ManagedDialogProps } from './managed-dialog';

const loadDialog = () => import('./managed-dialog').then((module) => module.ManagedDialog);

/** Opens a manage link. Its code is fetched only for an address with such a link. */
export function ManagedDelivery(props: ManagedDialogProps) {
  const code = useLoadedCode(loadDialog, { atOnce: true });
  if (code.Component) return <code.Component {...props} />;
  if (!code.failed) return null;
  return (
    <Callout
      tone="error"
      live
      className="mb-5"
      title="This delivery could not be opened"
      action={
        <Button size="sm" variant="quiet" onClick={code.fetchCode}>
          Retry
        </Button>
      }
    >
      {UNREACHABLE}
    </Callout>
  );
}
