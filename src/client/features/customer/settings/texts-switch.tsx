import { attempt } from '@/client/appointment/belongings/attempt';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { PhoneText } from '@/client/components/phone-link';
import type { Outputs } from '@/client/lib/trpc';

type TextChoice = Outputs['account']['texts'];

type TextsSwitchProps = {
  choice: TextChoice;
  label: string;
  busy: boolean;
  onChange: (isOn: boolean) => Promise<TextChoice>;
};

/** Turns texts on or off, and shows the phone number that gets them. */
export function TextsSwitch({ choice, label, busy, onChange }: TextsSwitchProps) {
  const { phone, isOn, isStopped } = choice;
  const change = (wanted: boolean) =>
    attempt('Texts Not Changed', async () => {
      await onChange(wanted);
      toastSuccess(wanted ? 'Texts Turned On' : 'Texts Turned Off');
    });
  if (phone === null) return null;
  return (
    <Checkbox
      label={label}
      checked={isOn && !isStopped}
      disabled={busy || isStopped}
      onChange={({ target }) => void change(target.checked)}
      hint={
        isStopped ? (
          <>
            You replied STOP from <PhoneText phone={phone} />. To get texts again, reply START to
            our last text.
          </>
        ) : (
          <>
            To <PhoneText phone={phone} />. You can also reply STOP to any text.
          </>
        )
      }
    />
  );
}
