import { Button, buttonClass } from '@/client/components/button';

type PrintReceiptProps = { id: string; className: string };

/** Downloads a receipt as a PDF, or prints it. */
export function PrintReceipt({ id, className }: PrintReceiptProps) {
  return (
    <span className={`flex flex-wrap gap-2 ${className}`}>
      <a href={`/api/receipts/${id}`} download className={buttonClass({ variant: 'quiet' })}>
        Download PDF
      </a>
      <Button variant="quiet" onClick={() => print()}>
        Print
      </Button>
    </span>
  );
}
