import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { useMe } from '@/client/lib/session';
import { DeliveryDetails, type Details } from './delivery-details';
import { PrintReceipt } from './print-receipt';

type DetailsDialogProps = { delivery: Details | null; onClose: () => void };

/** Shows the receipt of a delivery from the history. */
export function DetailsDialog({ delivery, onClose }: DetailsDialogProps) {
  const me = useMe();
  return (
    <Dialog
      open={delivery !== null}
      title="Delivery details"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {delivery ? <PrintReceipt code={delivery.publicCode} /> : null}
        </>
      }
    >
      {delivery ? <DeliveryDetails delivery={delivery} customer={me?.fullName} /> : null}
    </Dialog>
  );
}
