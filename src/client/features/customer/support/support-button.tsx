import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';

const fetchDialog = fetchedCode(
  () => import('./support-dialog'),
  (one) => one.SupportDialog,
);

/** Opens Customer Support, whose code and texts are fetched then. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const { Component, fetchCode } = useFetchedComponent(fetchDialog, 'Support Not Opened');
  const show = async () => {
    if (await fetchCode()) setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="help"
        // The promise isn't returned, so that another press can try again while the error toast is
        // shown.
        onClick={() => void show()}
      >
        Customer Support
      </Button>
      {Component ? <Component open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
