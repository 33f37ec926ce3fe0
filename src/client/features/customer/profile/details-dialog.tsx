import { Button, buttonClass } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { Icon } from '@/client/components/icon';
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
          {me && delivery && !delivery.testMode && delivery.actualGallonsTenths !== 0 ? (
            // The link opens a new page, because closing the dialog would take the router back to
            // this one.
            <a
              href={`/account?tab=preferences&repeat=${delivery.id}`}
              className={buttonClass({ variant: 'quiet' })}
            >
              <Icon name="refresh" size={20} />
              Make This Recurring
            </a>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {delivery ? (
        <>
          <DeliveryDetails delivery={delivery} customer={me?.fullName} />
          <PrintReceipt id={delivery.id} className="no-print mt-5" />
        </>
      ) : null}
    </Dialog>
  );
}
