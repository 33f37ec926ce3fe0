import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { FUEL_CAPACITY, profileSchema } from '@/domain/account/profile';
import { prefilledFuelType } from '@/domain/booking/options';

/** The profile as it is typed. */
export type ProfileValues = {
  email: string;
  phone: string;
  preferredAddress: string;
  boatName: string;
  boatType: string;
  preferredFuelType: string;
  typicalFuelCapacity: string;
  preferredCanType: string;
  deliveryMethod: string;
};

const CONTACT = ['email', 'phone'] as const;

/** The form of User Profile & Preferences; saving says how it went and, done, calls `onSaved`. */
export function useProfileForm(me: Me, onSaved: () => void) {
  const update = trpc.auth.updateProfile.useMutation();
  const switchUser = useSwitchUser();
  const { register, handleSubmit, setError, formState } = useForm<ProfileValues>({
    // What is typed is text; the schema reads it.
    resolver: zodResolver(profileSchema) as never,
    defaultValues: {
      email: me.email ?? '',
      phone: me.phone ?? '',
      preferredAddress: me.address ?? '',
      boatName: me.boatName ?? '',
      boatType: me.boatType ?? '',
      preferredFuelType: me.preferencesSavedAt
        ? prefilledFuelType(me.preferredFuelType)
        : 'Regular',
      typicalFuelCapacity: String(me.typicalFuelCapacity ?? FUEL_CAPACITY.default),
      preferredCanType: me.preferredCanType === 'own' ? 'own' : 'service',
      deliveryMethod: me.deliveryMethod === 'cans' ? 'cans' : 'boat',
    },
  });

  const submit = handleSubmit(async (values) => {
    try {
      switchUser(await update.mutateAsync(values as never));
    } catch (error) {
      const { field, message } = problemOf(error);
      toast({
        variant: 'destructive',
        title: 'Save Failed',
        description: 'Unable to save your profile. Please try again.',
      });
      const contact = CONTACT.find((name) => name === field);
      if (contact) setError(contact, { message }, { shouldFocus: true });
      return;
    }
    toast({
      variant: 'success',
      title: 'Profile Updated',
      description: 'Your profile has been saved.',
    });
    onSaved();
  });
  return { register, submit, errors: formState.errors, busy: formState.isSubmitting };
}

export type ProfileForm = ReturnType<typeof useProfileForm>;
