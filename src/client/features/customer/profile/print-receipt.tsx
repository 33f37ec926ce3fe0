import { Button, buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';

type PrintReceiptProps = { id: string; className: string };

/** Downloads a receipt as a PDF, or prints it. */
export function PrintReceipt({ id, className }: PrintReceiptProps) {
  return (
    <span className={`flex flex-wrap gap-2 ${className}`}>
      <a href={`/api/receipts/${id}`} download className={buttonClass({ variant: 'quiet' })}>
        <Icon name="receipt" size={20} />
        Download PDF
      </a>
      <Button variant="quiet" icon="print" onClick={() => print()}>
        Print
      </Button>
    </span>
  );
}
