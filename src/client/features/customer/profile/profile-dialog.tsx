import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { addressTold, PROFILE_FACTS, profileRead } from '@/client/lib/profile-read';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { FUEL_CAPACITY, profileSchema } from '@/domain/account/profile';
import { prefilledFuelType } from '@/domain/order/options';
import { formatPhone } from '@/domain/phone';
import { DeliveryRows } from './delivery-rows';
import { ProfileFields } from './profile-fields';

type ProfileDialogProps = { me: Me; onClose: () => void };

/** Edits the profile and preferences. View History opens the last 5 completed deliveries. */
export function ProfileDialog({ me, onClose }: ProfileDialogProps) {
  const [showsHistory, setShowsHistory] = useState(false);
  const update = trpc.auth.updateProfile.useMutation();
  const switchUser = useSwitchUser();
  const { address: _, ...shown } = profileRead(me);
  const conflict = useEditConflict(shown, nextValues);
  const form = useZodForm(profileSchema, {
    defaultValues: {
      email: me.email ?? '',
      phone: formatPhone(me.phone ?? ''),
      preferredAddress: me.address ?? '',
      boatName: me.boatName ?? '',
      boatType: me.boatType ?? '',
      preferredFuelType: me.preferencesSavedAt
        ? prefilledFuelType(me.preferredFuelType)
        : 'Regular',
      typicalFuelCapacity: String(me.typicalFuelCapacity ?? FUEL_CAPACITY.default),
      preferredCanType: me.preferredCanType === 'own' ? 'own' : 'service',
      deliveryMethod: me.deliveryMethod === 'cans' ? 'cans' : 'boat',
      currentPassword: '',
    },
    send: async ({ currentPassword, ...typed }) => {
      const saved = await update.mutateAsync({
        ...typed,
        ...(currentPassword && { currentPassword }),
        read: conflict.read(),
      });
      switchUser(saved);
      toastSuccess(
        'Profile Updated',
        addressTold(typed.email, saved) ?? 'Your profile has been saved.',
      );
      onClose();
    },
    conflict,
    onFailed: () =>
      void toastError('Save Failed', 'Unable to save your profile. Please try again.'),
  });
  return (
    <>
      <FormDialog
        form={form}
        size="md"
        title="User Profile & Preferences"
        submitLabel="Save Profile"
        busyText="Saving..."
        otherAction={
          <Button variant="quiet" icon="history" onClick={() => setShowsHistory(true)}>
            View History
          </Button>
        }
        onClose={onClose}
        className="grid gap-4 sm:grid-cols-2"
      >
        <EditConflictPanel conflict={conflict} facts={PROFILE_FACTS} />
        <ProfileFields me={me} />
      </FormDialog>
      {showsHistory ? <RecentDeliveries onClose={() => setShowsHistory(false)} /> : null}
    </>
  );
}

function RecentDeliveries({ onClose }: { onClose: () => void }) {
  const recent = trpc.booking.recentCompleted.useQuery(undefined, { staleTime: 0 });
  return (
    <Dialog
      open
      title="Recent deliveries"
      onClose={onClose}
      footer={
        <Button variant="quiet" icon="arrow-left" onClick={onClose}>
          Back to Profile
        </Button>
      }
    >
      <DeliveryRows query={recent} deliveries={recent.data} />
    </Dialog>
  );
}
