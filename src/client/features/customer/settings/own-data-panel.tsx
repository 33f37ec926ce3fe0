import { useState } from 'react';
import { attempt } from '@/client/appointment/belongings/attempt';
import { Button } from '@/client/components/button';
import { Panel } from '@/client/components/panel';
import { saveFile } from '@/client/lib/save-file';
import { trpc } from '@/client/lib/trpc';
import { DeleteAccountDialog } from './delete-account-dialog';

/** Lets a customer download everything we store about them, and delete the account. */
export function OwnDataPanel() {
  const utils = trpc.useUtils();
  const [isSaving, setSaving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  const download = async () => {
    setSaving(true);
    const data = await attempt('Download Failed', () => utils.account.ownData.fetch());
    if (data) saveFile('my-data.json', JSON.stringify(data, null, 2), 'application/json');
    setSaving(false);
  };

  return (
    <Panel title="Your data" icon="user">
      <p className="text-muted">
        Download your profile, boats, docks, deliveries, payments, and messages as one file. If you
        delete your account, we’ll remove your name, contact details, and docks from our records. We
        keep the amounts of past deliveries because the law requires it.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="quiet" busy={isSaving} busyText="Preparing…" onClick={download}>
          Download My Data
        </Button>
        <Button variant="danger" onClick={() => setLeaving(true)}>
          Delete My Account
        </Button>
      </div>
      {isLeaving ? <DeleteAccountDialog onClose={() => setLeaving(false)} /> : null}
    </Panel>
  );
}
