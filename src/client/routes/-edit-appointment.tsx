import { ChangeAppointment } from '@/client/features/customer/order/change-appointment';
import { WaysOn } from './-ways-on';

type EditAppointmentProps = { id: string; onSaved: () => void };

/** The form of a change, and ways on from a delivery that doesn't open. */
export function EditAppointment(props: EditAppointmentProps) {
  return <ChangeAppointment {...props} waysOn={<WaysOn />} />;
}
