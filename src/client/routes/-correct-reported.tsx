import { useState } from 'react';
import type { CorrectReportedProps } from '@/client/appointment/report-correction';
import { Button } from '@/client/components/button';
import { toastError } from '@/client/components/feedback/toast-store';
import type { Appointment } from '@/client/features/admin/appointments/appointment';
import { CorrectDeliveryDialog } from '@/client/features/admin/appointments/correct-delivery-dialog';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Corrects a delivery to the figures that its driver reported. */
export function CorrectReported(props: CorrectReportedProps) {
  const { deliveryId, reported, driverName, onCorrected } = props;
  const utils = trpc.useUtils();
  const [appointment, setAppointment] = useState<Appointment | null>(null);
  const open = async () => {
    try {
      const found = await utils.admin.appointment.fetch({ id: deliveryId }, { staleTime: 0 });
      setAppointment(found.appointment);
    } catch (error) {
      toastError('Delivery Not Opened', problemOf(error).message);
    }
  };
  return (
    <>
      <Button size="sm" icon="edit" onClick={open}>
        Correct Delivery
      </Button>
      {appointment ? (
        <CorrectDeliveryDialog
          {...{ appointment, reported, onCorrected }}
          reason={`${driverName} reported different figures.`}
          onClose={() => setAppointment(null)}
        />
      ) : null}
    </>
  );
}
