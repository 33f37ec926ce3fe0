import { lazy, Suspense, useState } from 'react';
import { Button } from '@/client/components/button';

const SupportDialog = lazy(() =>
  import('./support-dialog').then((module) => ({ default: module.SupportDialog })),
);

/** Opens Customer Support. Its code and texts are fetched when it opens. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="help"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        Customer Support
      </Button>
      {asked ? (
        <Suspense>
          <SupportDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
