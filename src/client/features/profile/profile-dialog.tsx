import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { DeliveryRows } from './delivery-rows';
import { ProfileFields } from './profile-fields';
import { useProfileForm } from './use-profile-form';

type ProfileDialogProps = { me: Me; onClose: () => void };

const FORM_ID = 'user-profile';

/** User Profile & Preferences, and in its place the last five completed deliveries. */
export function ProfileDialog({ me, onClose }: ProfileDialogProps) {
  const [showsHistory, setShowsHistory] = useState(false);
  const form = useProfileForm(me, onClose);
  return (
    <Dialog
      open
      title={showsHistory ? 'Your last deliveries' : 'User Profile & Preferences'}
      onClose={onClose}
      dismissible={!form.busy}
      backdropCloses={false}
      footer={
        showsHistory ? (
          <Button variant="quiet" icon="arrow-left" onClick={() => setShowsHistory(false)}>
            Back to Profile
          </Button>
        ) : (
          <>
            <Button
              variant="quiet"
              icon="history"
              disabled={form.busy}
              onClick={() => setShowsHistory(true)}
            >
              View History
            </Button>
            <Button
              type="submit"
              form={FORM_ID}
              variant="main"
              busy={form.busy}
              busyText="Saving..."
            >
              Save Profile
            </Button>
          </>
        )
      }
    >
      {showsHistory ? <RecentDeliveries /> : null}
      {/* Hidden, not removed: what was typed is there on the way back. */}
      <div hidden={showsHistory}>
        <ProfileFields formId={FORM_ID} form={form} />
      </div>
    </Dialog>
  );
}

function RecentDeliveries() {
  const recent = trpc.booking.recentCompleted.useQuery(undefined, { staleTime: 0 });
  return <DeliveryRows query={recent} deliveries={recent.data} />;
}
