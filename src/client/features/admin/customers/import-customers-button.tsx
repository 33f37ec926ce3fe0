import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ImportDialog } from '@/client/components/dialog/import-dialog';
import { trpc } from '@/client/lib/trpc';
import { CUSTOMER_FILE_TOO_LONG, MAX_CUSTOMER_FILE } from '@/domain/account/customer-file.schema';

/** Opens the dialog that imports a CSV file of customers. */
export function ImportCustomersButton() {
  const [isOpen, setOpen] = useState(false);
  const utils = trpc.useUtils();
  const previewing = trpc.admin.previewCustomers.useMutation();
  const importing = trpc.admin.importCustomers.useMutation();
  return (
    <>
      <Button size="sm" variant="quiet" icon="plus" onClick={() => setOpen(true)}>
        Import Customers
      </Button>
      {isOpen ? (
        <ImportDialog
          nouns={{ one: 'customer', many: 'customers' }}
          limit={{ length: MAX_CUSTOMER_FILE, tooLong: CUSTOMER_FILE_TOO_LONG }}
          preview={previewing.mutateAsync}
          send={importing.mutateAsync}
          onImported={() =>
            Promise.all([utils.admin.customers.invalidate(), utils.admin.customerTags.invalidate()])
          }
          onClose={() => setOpen(false)}
        >
          Select a CSV file. Its first line has the column names: name, email, phone, address, boat,
          dock, slip, gate code, tags, note. Each customer needs a name, and an email address or a
          phone number. The import doesn’t change customers who already have an account. We
          recognize them by email address, by name and phone number together, or by phone number
          alone if the line has no email address. We don’t email anyone. Customers can set a
          password with “Forgot your password?”.
        </ImportDialog>
      ) : null}
    </>
  );
}
