import { useState } from 'react';
import { Button, buttonClass } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { CopyButton } from '@/client/components/feedback/copy-button';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { Icon } from '@/client/components/icon';
import { QrCode } from '@/client/components/qr-code';
import { useCompany } from '@/client/lib/company';
import { usePhone } from '@/client/lib/use-phone';

type PayCodeButtonProps = {
  /** The payment link. */
  link: string;
  phone: string | null;
  /** True if the customer pays now, false if they only add a card. */
  isDelivered?: boolean;
};

/** Shows the payment link as a QR code, or lets the driver text it from their own phone. */
export function PayCodeButton({ link, phone, isDelivered = false }: PayCodeButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const show = () => {
    // A toast would cover the code, so it's dismissed.
    dismissToast();
    setIsOpen(true);
  };
  const forms = usePhone(phone ?? '');
  const company = useCompany();
  const text = `${company?.name}: ${isDelivered ? 'pay for your delivery' : 'add a card for your delivery'} here: ${link}`;
  return (
    <>
      <Button variant="quiet" size="lg" icon="card" onClick={show}>
        {isDelivered ? 'Show Payment Code' : 'Show Code to Add Card'}
      </Button>
      <Dialog
        open={isOpen}
        size="sm"
        title={isDelivered ? 'Collect payment' : 'Add the customer’s card'}
        description="Have the customer scan this with their phone camera to enter their card."
        onClose={() => setIsOpen(false)}
      >
        <div className="flex flex-col gap-4">
          <QrCode text={link} label="QR code for the link below" />
          <p
            data-copy-text
            className="rounded-field border border-edge bg-base-200 p-3 text-sm break-all select-all"
          >
            {link}
          </p>
          <div className="grid gap-3">
            {phone ? (
              <a
                href={`${forms.text}?&body=${encodeURIComponent(text)}`}
                className={buttonClass({ variant: 'quiet', size: 'lg' })}
              >
                <Icon name="phone" size={22} />
                Send Text Message
              </a>
            ) : null}
            <CopyButton text={link} label="Copy Link" variant="quiet" size="lg" />
          </div>
        </div>
      </Dialog>
    </>
  );
}
