import { Button } from '@/client/components/button';

/** Prints, with the receipt's code as the suggested name of a PDF. */
function printAs(name: string) {
  const title = document.title;
  document.title = name;
  addEventListener(
    'afterprint',
    () => {
      document.title = title;
    },
    { once: true },
  );
  window.print();
}

type PrintReceiptProps = { code: string; variant?: 'quiet'; className?: string };

/** Prints a receipt or saves it as a PDF, which every browser's print dialog offers. */
export function PrintReceipt({ code, ...button }: PrintReceiptProps) {
  return (
    <Button {...button} icon="print" onClick={() => printAs(`Receipt ${code}`)}>
      Print or Save PDF
    </Button>
  );
}
