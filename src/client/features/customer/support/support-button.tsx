import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';

const fetchDialog = fetchedCode(
  () => import('./support-dialog'),
  (one) => one.SupportDialog,
);

/** Opens Customer Support. Its code and texts are fetched when it opens. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Not opened');
  const show = async () => {
    if (await fetchCode()) setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="help"
        // Not busy while a failure is told, so that another press tries again too.
        onClick={() => void show()}
      >
        Customer Support
      </Button>
      {Component ? <Component open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
