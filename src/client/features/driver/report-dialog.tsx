import { useId, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { PhotoInput } from '@/client/components/photo-input';
import { Select } from '@/client/components/select';
import { TextArea } from '@/client/components/text-area';
import { DRIVER_SENTENCES } from '@/domain/driver/schemas';
import type { Act } from './act';
import type { ShownDay } from './outbox/actions';

type ReportDialogProps = { day: ShownDay; act: Act; open: boolean; onClose: () => void };

/** What is wrong, about which order, and a photo: to dispatch. */
export function ReportDialog({ day, act, open, onClose }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      backdropCloses={false}
      title="Report Issue"
      description="Dispatch sees it at once, and gets it by mail."
    >
      <ReportForm day={day} act={act} onClose={onClose} />
    </Dialog>
  );
}

function ReportForm({ day, act, onClose }: Omit<ReportDialogProps, 'open'>) {
  const [text, setText] = useState('');
  const [id, setId] = useState('');
  const [photo, setPhoto] = useState<string | null>(null);
  const [photoBusy, setPhotoBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const textId = useId();

  const send = async () => {
    if (text.trim() === '') {
      setRefusal(DRIVER_SENTENCES.report);
      document.getElementById(textId)?.focus();
      return;
    }
    const about = day.deliveries.find((delivery) => delivery.id === id);
    const report = { kind: 'report', driverId: day.driver.id, id: id || null, text: text.trim() };
    const done = await act({ ...report, kind: 'report' }, { publicCode: about?.publicCode, photo });
    if (done) onClose();
  };

  return (
    <div className="flex flex-col gap-4">
      <Field id={textId} label="What is wrong?" error={refusal} required>
        <TextArea
          rows={4}
          maxLength={1000}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefusal(null);
          }}
        />
      </Field>
      {day.deliveries.length > 0 ? (
        <Field label="Order">
          <Select
            value={id}
            className="h-14"
            onChange={(event) => setId(event.currentTarget.value)}
            options={[
              { value: '', label: 'None in particular' },
              ...day.deliveries.map(({ id: value, publicCode, location }) => ({
                value,
                label: `${publicCode}, ${location}`,
              })),
            ]}
          />
        </Field>
      ) : null}
      <PhotoInput
        label="Photo"
        name="issuePhoto"
        size="lg"
        frameWhenEmpty={false}
        value={photo}
        onChange={setPhoto}
        onBusy={setPhotoBusy}
        className="max-w-80"
      />
      <div className="grid grid-cols-2 gap-3">
        <Button variant="quiet" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="main" size="lg" disabled={photoBusy} onClick={send}>
          Send report
        </Button>
      </div>
    </div>
  );
}
