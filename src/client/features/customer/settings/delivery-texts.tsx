import { trpc } from '@/client/lib/trpc';
import { TextsSwitch } from './texts-switch';

/** Lets a customer turn off the texts about one delivery. */
export function DeliveryTexts({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const { data } = trpc.booking.texts.useQuery({ id });
  const saving = trpc.booking.setTexts.useMutation({
    onSuccess: (choice) => utils.booking.texts.setData({ id }, choice),
  });
  if (!data) return null;
  return (
    <TextsSwitch
      choice={data}
      label="Text me about this delivery"
      busy={saving.isPending}
      onChange={(isOn) => saving.mutateAsync({ id, isOn })}
    />
  );
}
