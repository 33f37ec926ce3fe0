import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { TextsSwitch } from './texts-switch';

/** Lets a customer turn off the texts about all of their deliveries. */
export function TextsPanel() {
  const utils = trpc.useUtils();
  const { data } = trpc.account.texts.useQuery();
  const saving = trpc.account.setTexts.useMutation({
    onSuccess: (choice) => utils.account.texts.setData(undefined, choice),
  });
  if (!data?.phone) return null;
  return (
    <Panel title="Text messages">
      <TextsSwitch
        choice={data}
        label="Text me about my deliveries"
        busy={saving.isPending}
        onChange={(isOn) => saving.mutateAsync({ isOn })}
      />
    </Panel>
  );
}
