import { ChangeAppointment } from '@/client/features/customer/order/change-appointment';
import { WaysOn } from './-ways-on';

type EditAppointmentProps = { id: string; onSaved: () => void };

/** Changes an appointment, and offers other ways if it doesn't open. */
export function EditAppointment(props: EditAppointmentProps) {
  return <ChangeAppointment {...props} waysOn={<WaysOn />} />;
}
